import type { MailDeliveryStatus } from '#domain/mail-delivery.ts';
import type { IconName } from '../kit/icons/icon-paths.ts';
import type { Tone } from '#ui/kit/intent.ts';

/** What became of a mail, in words. */
export const MAIL_STATUS_WORDS: Readonly<
  Record<MailDeliveryStatus, { readonly label: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  sent: { label: 'Sent', tone: 'ok', icon: 'check' },
  waiting: { label: 'Waiting', tone: 'warn', icon: 'clock' },
  failed: { label: 'Failed', tone: 'danger', icon: 'alert' },
};

/** The parts of the list that can be chosen; null is all of it. */
export const STATUS_CHOICES = [
  { status: null, label: 'All' },
  { status: 'failed', label: 'Failed' },
  { status: 'waiting', label: 'Waiting' },
  { status: 'sent', label: 'Sent' },
] as const;
