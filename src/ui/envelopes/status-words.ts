import type { Attention, EnvelopeStatus, EnvelopeView, LegalFramework } from '#domain/envelope/status.ts';
import type { WireEnvelope } from '#wire/envelope.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Tone } from '#ui/kit/intent.ts';

type Words = { readonly label: string; readonly tone: Tone; readonly icon: IconName };

/** How each status of an envelope is shown. */
export const STATUS_WORDS: Readonly<Record<EnvelopeStatus, Words>> = {
  draft: { label: 'Draft', tone: 'neutral', icon: 'pencil' },
  detecting: { label: 'Reading the document', tone: 'neutral', icon: 'search' },
  review: { label: 'To review', tone: 'neutral', icon: 'pencil' },
  in_progress: { label: 'Out for signature', tone: 'accent', icon: 'clock' },
  completed: { label: 'Completed', tone: 'ok', icon: 'check' },
  declined: { label: 'Declined', tone: 'danger', icon: 'ban' },
  voided: { label: 'Voided', tone: 'neutral', icon: 'ban' },
  expired: { label: 'Expired', tone: 'warn', icon: 'clock' },
};

/** How each reason for attention is shown in lists. */
export const ATTENTION_WORDS: Readonly<Record<Attention, { label: string; tone: Tone }>> = {
  delivery_failed: { label: 'Mail not delivered', tone: 'danger' },
  declined: { label: 'Declined', tone: 'danger' },
  expired: { label: 'Expired', tone: 'warn' },
  expiring_soon: { label: 'Expires soon', tone: 'warn' },
  detection_failed: { label: 'Document not read', tone: 'warn' },
  sealing_failed: { label: 'Sealing is retried', tone: 'danger' },
  your_turn: { label: 'Your turn', tone: 'accent' },
};

/** The views of the list in the order of their tabs. */
export const VIEW_TABS: readonly { readonly view: EnvelopeView; readonly label: string }[] = [
  { view: 'all', label: 'All' },
  { view: 'attention', label: 'Needs attention' },
  { view: 'waiting', label: 'Waiting' },
  { view: 'drafts', label: 'Drafts' },
  { view: 'completed', label: 'Completed' },
];

/** Legal frameworks in words. */
export const FRAMEWORK_WORDS: Readonly<Record<LegalFramework, string>> = {
  esign_ueta: 'United States (ESIGN, UETA)',
  eidas_ses: 'European Union (eIDAS, simple)',
  uk_ses: 'United Kingdom (simple)',
  none: 'None in particular',
  eidas_aes: 'European Union (eIDAS, advanced)',
  eidas_qes: 'European Union (eIDAS, qualified)',
};

/** Whether a draft's document is being converted, or read for its fields, so that the sender had better wait. */
export function isBeingRead({
  status,
  documentStatus,
  detectionStatus,
}: Pick<WireEnvelope, 'status' | 'documentStatus' | 'detectionStatus'>): boolean {
  if (!isDraft(status)) return false;
  return status === 'detecting' || documentStatus === 'processing' || detectionStatus === 'queued';
}

/** Whether an envelope is still put together by its sender. */
export function isDraft(status: EnvelopeStatus): boolean {
  return status === 'draft' || status === 'detecting' || status === 'review';
}
