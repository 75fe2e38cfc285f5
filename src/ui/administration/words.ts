import type { JobKind } from '#domain/effects.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { formatTimeSpent } from '#ui/kit/spent.ts';

export const JOB_WORDS: Readonly<Record<JobKind, () => string>> = {
  documents: m.administration_kind_documents,
  emails: m.administration_kind_emails,
  seals: m.administration_kind_seals,
  webhooks: m.administration_kind_webhooks,
  bulk_sends: m.administration_kind_bulk_sends,
  exports: m.administration_kind_exports,
};

/** Formats a duration: in milliseconds if it's below a second, otherwise in its largest unit. */
export function formatDuration(duration: number): string {
  const size = Math.abs(duration);
  if (size >= 1000) return formatTimeSpent(size / 1000);
  return new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  }).format(Math.max(1, size));
}

export function formatNumber(count: number): string {
  return new Intl.NumberFormat(getLocale()).format(count);
}
