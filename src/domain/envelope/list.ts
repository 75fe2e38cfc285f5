import { ENVELOPE_STATUSES, type EnvelopeStatus, type EnvelopeView } from './status.ts';

/** The orders of a list. All but `name` begin with the newest or the most urgent. */
export const ENVELOPE_SORTS = ['created', 'sent', 'completed', 'activity', 'name', 'urgency'] as const;
export type EnvelopeSort = (typeof ENVELOPE_SORTS)[number];

/** The statuses that can be in a view. `attention` narrows further, by what an envelope waits for. */
export const STATUSES_IN_VIEW: Readonly<Record<EnvelopeView, readonly EnvelopeStatus[]>> = {
  all: ENVELOPE_STATUSES,
  attention: ENVELOPE_STATUSES,
  waiting: ['in_progress'],
  drafts: ['draft', 'detecting', 'review'],
  completed: ['completed'],
};
