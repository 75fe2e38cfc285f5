import type { MailDeliveryStatus } from '#domain/mail-delivery.ts';
import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '../kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';

type StatusWords = {
  readonly label: () => string;
  /** The title of the list when no email has this status. */
  readonly none: () => string;
  readonly tone: Intent;
  readonly icon: IconName;
};

export const MAIL_STATUS_WORDS: Readonly<Record<MailDeliveryStatus, StatusWords>> = {
  sent: { label: m.settings_mail_sent, none: m.settings_mail_none_sent, tone: 'ok', icon: 'check' },
  waiting: {
    label: m.settings_mail_waiting,
    none: m.settings_mail_none_waiting,
    tone: 'warn',
    icon: 'clock',
  },
  failed: { label: m.settings_mail_failed, none: m.settings_mail_none_failed, tone: 'danger', icon: 'alert' },
};

/** The filters of the list. null shows every email. */
export const STATUS_FILTERS = [
  null,
  'failed',
  'waiting',
  'sent',
] as const satisfies (MailDeliveryStatus | null)[];
