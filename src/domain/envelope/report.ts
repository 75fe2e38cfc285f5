const DAY_MS = 24 * 3_600_000;

/** The periods of a report, in days up to now. */
export const REPORT_DAYS = [7, 30, 90, 365] as const;
export type ReportDays = (typeof REPORT_DAYS)[number];

/** The columns of a report's chart. Weeks begin on Monday. */
export type ReportUnit = 'day' | 'week' | 'month';

/** Upper limits of the bands that times to completion are counted in, in hours; the last band has none. */
export const TIME_BANDS_HOURS = [1, 4, 24, 48, 96, 168] as const;

/** Returns the columns that a period is shown in. */
export function reportUnit(days: ReportDays): ReportUnit {
  return days <= 31 ? 'day' : days <= 92 ? 'week' : 'month';
}

/** Returns when a period of whole days begins that contains `now`, in UTC. */
export function reportStart(days: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - (days - 1) * DAY_MS);
}

/** Returns the first day (YYYY-MM-DD) of every column from `from` to `to`. */
export function reportColumns(from: Date, to: Date, unit: ReportUnit): string[] {
  const columns: string[] = [];
  for (let at = beginning(from, unit); at <= to; at = following(at, unit))
    columns.push(at.toISOString().slice(0, 10));
  return columns;
}

function beginning(day: Date, unit: ReportUnit): Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if (unit === 'month') return new Date(Date.UTC(year, month, 1));
  const sinceMonday = unit === 'week' ? (day.getUTCDay() + 6) % 7 : 0;
  return new Date(Date.UTC(year, month, date - sinceMonday));
}

function following(at: Date, unit: ReportUnit): Date {
  if (unit === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  return new Date(at.getTime() + (unit === 'week' ? 7 : 1) * DAY_MS);
}
