/** The emails about the envelopes that they sent which a member can turn off. */
export const SENDER_EMAILS = ['completed', 'declined', 'expiring', 'expired', 'delegated', 'digest'] as const;
export type SenderEmail = (typeof SENDER_EMAILS)[number];
