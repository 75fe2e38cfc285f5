import { m } from '#i18n/compiled/messages.js';
import type { EnvelopeQuery } from './list-query.ts';

/** The name of each date that a list can be filtered by. */
export const DATE_WORDS: Readonly<Record<EnvelopeQuery['date'], () => string>> = {
  created: m.dashboard_date_created,
  sent: m.dashboard_date_sent,
  completed: m.dashboard_date_completed,
};
