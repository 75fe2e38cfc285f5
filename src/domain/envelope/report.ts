import { DAY_MS } from '../time.ts';
import { formatDay, getDayStart } from '../timestamp.ts';

/** The periods that a report can cover, in days up to now. */
export const REPORT_DAYS = [7, 30, 90, 365] as const;
export type ReportDays = (typeof REPORT_DAYS)[number];

/** The longest period that a report can cover: two years. */
const REPORT_DAYS_MAX = 731;
/** The first day on which a period may begin. */
export const REPORT_FIRST_DAY = '2000-01-01';

/** A period that ends now, or one between two days (YYYY-MM-DD), both included. */
export type PeriodChoice = { readonly days: ReportDays } | { readonly from: string; readonly to: string };
export type ReportPeriod = {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Where the days begin. Null means UTC. */
  readonly timeZone: string | null;
  readonly from: Date;
  /** The first moment after the period. */
  readonly to: Date;
  readonly unit: ReportUnit;
};
export type PeriodProblem = 'not_a_day' | 'wrong_order' | 'too_long' | 'too_early' | 'in_future';

/** The columns of a report's chart. Weeks begin on Monday. */
type ReportUnit = 'day' | 'week' | 'month';

/**
 * The upper limits, in hours, of the bands that group times to completion. The last band has no upper limit.
 */
export const TIME_BANDS_HOURS = [1, 4, 24, 48, 96, 168] as const;

/** Returns the chosen period in a time zone, or what is wrong with it. */
export function readPeriod(
  choice: PeriodChoice,
  now: Date,
  timeZone: string | null,
): ReportPeriod | PeriodProblem {
  const today = Date.parse(formatDay(now.toISOString(), timeZone));
  if ('days' in choice) return toPeriod(today - (choice.days - 1) * DAY_MS, today, timeZone);
  const [from, to] = [parseDay(choice.from), parseDay(choice.to)];
  if (from === null || to === null) return 'not_a_day';
  if (from > to) return 'wrong_order';
  if (choice.from < REPORT_FIRST_DAY) return 'too_early';
  // The time zone that is known may not be the one that the reader is in now.
  if (to > today + DAY_MS) return 'in_future';
  return to - from >= REPORT_DAYS_MAX * DAY_MS ? 'too_long' : toPeriod(from, to, timeZone);
}

/** Returns the preceding period of as many days. */
export function getPreviousPeriod({ firstDay, lastDay, timeZone }: ReportPeriod): ReportPeriod {
  const [first, last] = [Date.parse(firstDay), Date.parse(lastDay)];
  return toPeriod(2 * first - last - DAY_MS, first - DAY_MS, timeZone);
}

/** Returns the first day (YYYY-MM-DD) of every column of a period, and when it begins. */
export function reportColumns({ firstDay, lastDay, unit, timeZone }: ReportPeriod) {
  const columns: { readonly day: string; readonly from: Date }[] = [];
  const end = new Date(lastDay);
  for (let at = getUnitStart(new Date(firstDay), unit); at <= end; at = getNextUnit(at, unit)) {
    const day = toDay(at.getTime());
    columns.push({ day, from: getDayStart(day, timeZone) });
  }
  return columns;
}

function getUnitStart(day: Date, unit: ReportUnit): Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if (unit === 'month') return new Date(Date.UTC(year, month, 1));
  const sinceMonday = unit === 'week' ? (day.getUTCDay() + 6) % 7 : 0;
  return new Date(Date.UTC(year, month, date - sinceMonday));
}

function getNextUnit(at: Date, unit: ReportUnit): Date {
  if (unit === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return new Date(at.getTime() + (unit === 'week' ? 7 : 1) * DAY_MS);
}

function toPeriod(first: number, last: number, timeZone: string | null): ReportPeriod {
  const days = (last - first) / DAY_MS + 1;
  return {
    ...{ firstDay: toDay(first), lastDay: toDay(last), timeZone },
    ...{ from: getDayStart(toDay(first), timeZone), to: getDayStart(toDay(last + DAY_MS), timeZone) },
    unit: days <= 31 ? 'day' : days <= 92 ? 'week' : 'month',
  };
}

function toDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Returns the start of a day in UTC, or null if the text isn't a valid day, such as February 30. */
function parseDay(day: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? at : null;
}
