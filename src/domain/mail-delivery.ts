import type { Effect } from './effects.ts';

/**
 * What became of a mail that was handed to a mail server: taken, refused for now with more attempts to come, or refused
 * for good.
 */
export const MAIL_DELIVERY_STATUSES = ['sent', 'waiting', 'failed'] as const;
export type MailDeliveryStatus = (typeof MAIL_DELIVERY_STATUSES)[number];

/** What a mail is about, which says how it can be sent again and who may see that it was sent. */
export const MAIL_SUBJECTS = ['envelope', 'invitation', 'account', 'webhook', 'test'] as const;
export type MailSubjectKind = (typeof MAIL_SUBJECTS)[number];

/** The mail that a person sends to themselves to see whether mail arrives. */
export function testRequested(organizationId: string, userId: string, now: Date): Effect {
  return { name: 'svc/mail.test_requested', payload: { organizationId, userId, at: now.toISOString() } };
}
