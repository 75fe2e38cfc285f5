import type { Attention, EnvelopeStatus, EnvelopeView, LegalFramework } from '#domain/envelope/status.ts';
import type { WireEnvelope } from '#wire/envelope.ts';
import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';

type Words = { readonly label: () => string; readonly tone: Intent; readonly icon: IconName };

/** How each status of an envelope is shown. */
export const STATUS_WORDS: Readonly<Record<EnvelopeStatus, Words>> = {
  draft: { label: m.envelopes_status_draft, tone: 'neutral', icon: 'pencil' },
  detecting: { label: m.envelopes_status_detecting, tone: 'neutral', icon: 'search' },
  review: { label: m.envelopes_status_review, tone: 'neutral', icon: 'pencil' },
  in_progress: { label: m.envelopes_status_in_progress, tone: 'accent', icon: 'clock' },
  completed: { label: m.envelopes_status_completed, tone: 'ok', icon: 'check' },
  declined: { label: m.envelopes_status_declined, tone: 'danger', icon: 'ban' },
  voided: { label: m.envelopes_status_voided, tone: 'neutral', icon: 'ban' },
  expired: { label: m.envelopes_status_expired, tone: 'warn', icon: 'clock' },
};

/** How each reason for attention is shown. */
export const ATTENTION_WORDS: Readonly<
  Record<Attention, { readonly label: () => string; readonly tone: Intent }>
> = {
  delivery_failed: { label: m.envelopes_attention_delivery_failed, tone: 'danger' },
  declined: { label: m.envelopes_status_declined, tone: 'danger' },
  expired: { label: m.envelopes_status_expired, tone: 'warn' },
  expiring_soon: { label: m.envelopes_attention_expiring_soon, tone: 'warn' },
  detection_failed: { label: m.envelopes_attention_detection_failed, tone: 'warn' },
  schedule_failed: { label: m.envelopes_attention_schedule_failed, tone: 'warn' },
  sealing_failed: { label: m.envelopes_attention_sealing_failed, tone: 'danger' },
  timestamp_missing: { label: m.envelopes_attention_timestamp_missing, tone: 'warn' },
  question: { label: m.envelopes_attention_question, tone: 'warn' },
  your_turn: { label: m.envelopes_attention_your_turn, tone: 'accent' },
};

/** The list's views, in tab order. */
export const VIEW_TABS: readonly { readonly view: EnvelopeView; readonly label: () => string }[] = [
  { view: 'all', label: m.envelopes_view_all },
  { view: 'attention', label: m.envelopes_view_attention },
  { view: 'waiting', label: m.envelopes_view_waiting },
  { view: 'drafts', label: m.envelopes_view_drafts },
  { view: 'completed', label: m.envelopes_view_completed },
];

/** How each legal framework is shown. */
export const FRAMEWORK_WORDS: Readonly<Record<LegalFramework, () => string>> = {
  esign_ueta: m.envelopes_framework_esign_ueta,
  eidas_ses: m.envelopes_framework_eidas_ses,
  uk_ses: m.envelopes_framework_uk_ses,
  none: m.envelopes_framework_none,
  eidas_aes: m.envelopes_framework_eidas_aes,
  eidas_qes: m.envelopes_framework_eidas_qes,
};

/** Checks whether a draft's document is still being converted or searched for fields. */
export function isBeingRead({
  status,
  documentStatus,
  detectionStatus,
}: Pick<WireEnvelope, 'status' | 'documentStatus' | 'detectionStatus'>): boolean {
  if (!isDraft(status)) return false;
  return status === 'detecting' || documentStatus === 'processing' || detectionStatus === 'queued';
}

/** Checks whether a draft can be edited, which it can while its files wait to be searched for fields. */
export function canEdit({
  status,
  documentStatus,
}: Pick<WireEnvelope, 'status' | 'documentStatus'>): boolean {
  return isDraft(status) && status !== 'detecting' && documentStatus !== 'processing';
}

/** Checks whether the sender is still preparing the envelope. */
export function isDraft(status: EnvelopeStatus): boolean {
  return status === 'draft' || status === 'detecting' || status === 'review';
}
