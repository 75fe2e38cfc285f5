/** The emails about a member's own sent envelopes that the member can turn off. */
export const SENDER_EMAILS = [
  'completed',
  'declined',
  'question',
  'expiring',
  'expired',
  'delegated',
  'digest',
] as const;
export type SenderEmail = (typeof SENDER_EMAILS)[number];
