import { ENVELOPE_STATUSES, type EnvelopeStatus, type EnvelopeView } from './status.ts';

/** The sort orders of lists. All but `name` start with the newest or most urgent. */
export const ENVELOPE_SORTS = ['created', 'sent', 'completed', 'activity', 'name', 'urgency'] as const;
export type EnvelopeSort = (typeof ENVELOPE_SORTS)[number];

/** The statuses in each view. `attention` also filters by what an envelope waits for. */
export const STATUSES_IN_VIEW: Readonly<Record<EnvelopeView, readonly EnvelopeStatus[]>> = {
  all: ENVELOPE_STATUSES,
  attention: ENVELOPE_STATUSES,
  waiting: ['in_progress'],
  drafts: ['draft', 'detecting', 'review'],
  completed: ['completed'],
};
