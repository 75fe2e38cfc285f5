import type { Effect } from './effects.ts';

/**
 * The state of an email that was handed to a mail server: accepted, refused for now and being retried, or
 * refused for good.
 */
export const MAIL_DELIVERY_STATUSES = ['sent', 'waiting', 'failed'] as const;
export type MailDeliveryStatus = (typeof MAIL_DELIVERY_STATUSES)[number];

/** What an email is about. This decides how it can be resent and who may see it. */
export const MAIL_SUBJECTS = [
  'envelope',
  'invitation',
  'account',
  'webhook',
  'form',
  'export',
  'digest',
  'test',
] as const;
export type MailSubjectKind = (typeof MAIL_SUBJECTS)[number];

/** Returns the job that emails a person a test message. */
export function testRequested(organizationId: string, userId: string, now: Date): Effect {
  return { name: 'svc/mail.test_requested', payload: { organizationId, userId, at: now.toISOString() } };
}

/** Returns the job that emails a member their digest for the week that begins on the Monday in `week`. */
export function requestDigest(digest: { organizationId: string; userId: string; week: string }): Effect {
  return { name: 'svc/digest.due', payload: digest };
}
