import type { ListFilter } from '#server/db/list/envelope-list.ts';

/** A list without filters, in the default order. */
export const EVERYTHING: ListFilter = {
  statuses: null,
  view: 'all',
  turn: null,
  sort: 'created',
  q: null,
  search: null,
  recipient: null,
  isArchived: null,
  teamId: null,
  templateId: null,
  labelId: null,
  metadata: [],
  sender: null,
  created: null,
  sent: null,
  completed: null,
};
