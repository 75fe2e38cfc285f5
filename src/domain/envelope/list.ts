import { ENVELOPE_STATUSES, type EnvelopeStatus, type EnvelopeView } from './status.ts';

/** The sort orders of lists. All except `name` start with the newest or most urgent envelope. */
export const ENVELOPE_SORTS = ['created', 'sent', 'completed', 'activity', 'name', 'urgency'] as const;
export type EnvelopeSort = (typeof ENVELOPE_SORTS)[number];

/** The statuses in each view. `attention` also filters by what an envelope is waiting for. */
export const STATUSES_IN_VIEW: Readonly<Record<EnvelopeView, readonly EnvelopeStatus[]>> = {
  all: ENVELOPE_STATUSES,
  attention: ENVELOPE_STATUSES,
  waiting: ['in_progress'],
  drafts: ['draft', 'detecting', 'review'],
  completed: ['completed'],
};

/** Whose turn it is: the caller's, if they also sent the envelope, or someone else's. */
export const LIST_TURNS = ['mine', 'others'] as const;

/** Whether a list has only what is in the archive, or only what isn't. */
export const LIST_ARCHIVED = ['only', 'without'] as const;

/** A key of an envelope's metadata and its value. */
export type MetadataPair = { readonly key: string; readonly value: string };

/** Reads `key:value`. The key ends at the first colon. Returns null if there is no colon. */
export function parseMetadataPair(text: string): MetadataPair | null {
  const end = text.indexOf(':');
  return end < 1 ? null : { key: text.slice(0, end), value: text.slice(end + 1) };
}
