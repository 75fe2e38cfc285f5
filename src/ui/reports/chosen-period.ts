import {
  readPeriod,
  REPORT_DAYS,
  type PeriodChoice,
  type PeriodProblem,
  type ReportDays,
} from '#domain/envelope/report.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';

const DEFAULT_DAYS: ReportDays = 30;

export const PROBLEM_WORDS: Readonly<Record<PeriodProblem, () => string>> = {
  not_a_day: m.reports_problem_not_a_day,
  wrong_order: m.reports_problem_wrong_order,
  too_long: m.reports_problem_too_long,
  too_early: m.reports_problem_too_early,
  in_future: m.reports_problem_in_future,
};

/**
 * Reads the period from the URL. If its days can't be used, returns the reason and falls back to the default
 * period.
 */
export function readChosenPeriod(
  query: URLSearchParams,
  now: Date,
  timeZone: string | null,
): { readonly choice: PeriodChoice; readonly problem: PeriodProblem | null } {
  const [from, to] = [query.get('from'), query.get('to')];
  const wanted = Number(query.get('days') ?? DEFAULT_DAYS);
  const preset = { days: REPORT_DAYS.find((one) => one === wanted) ?? DEFAULT_DAYS };
  if (from === null && to === null) return { choice: preset, problem: null };
  const days = { from: from ?? '', to: to ?? '' };
  const period = readPeriod(days, now, timeZone);
  return typeof period === 'string' ? { choice: preset, problem: period } : { choice: days, problem: null };
}

/** Returns the URL of a report. */
export function buildReportAddress(choice: PeriodChoice, mine: boolean): string {
  const period = 'days' in choice ? { days: String(choice.days) } : choice;
  return `/reports?${new URLSearchParams({ ...period, ...(mine && { of: 'me' }) }).toString()}`;
}

/** A period that can be chosen by its name. */
type Preset = {
  readonly label: string;
  readonly choice: PeriodChoice;
  readonly from: string;
  readonly to: string;
};

/** Returns the periods that can be chosen by name, as of a day (YYYY-MM-DD). */
export function listPresets(today: string): Preset[] {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  const toDay = (inYear: number, inMonth: number, onDay: number) =>
    new Date(Date.UTC(inYear, inMonth, onDay)).toISOString().slice(0, 10);
  const [first, quarter] = [month - 1, Math.floor((month - 1) / 3) * 3];
  const parts = [
    { label: m.reports_this_month(), from: toDay(year, first, 1), to: today },
    { label: m.reports_last_month(), from: toDay(year, first - 1, 1), to: toDay(year, first, 0) },
    { label: m.reports_this_quarter(), from: toDay(year, quarter, 1), to: today },
    { label: m.reports_this_year(), from: toDay(year, 0, 1), to: today },
  ];
  return [
    ...REPORT_DAYS.map((days) => ({
      label: m.dashboard_period_days({ count: days }),
      choice: { days },
      from: toDay(year, first, day - days + 1),
      to: today,
    })),
    ...parts.map((part) => ({ ...part, choice: { from: part.from, to: part.to } })),
  ];
}

export function isSamePeriod(one: PeriodChoice, other: PeriodChoice): boolean {
  return buildReportAddress(one, false) === buildReportAddress(other, false);
}

/** Formats a range of days briefly. */
export function formatRange({ from, to }: { readonly from: string; readonly to: string }): string {
  const isOneYear =
    from.slice(0, 4) === to.slice(0, 4) && to.slice(0, 4) === String(new Date().getUTCFullYear());
  return new Intl.DateTimeFormat(getLocale(), {
    ...{ month: 'short', day: 'numeric', timeZone: 'UTC' },
    ...(isOneYear ? {} : { year: 'numeric' }),
  }).formatRange(new Date(from), new Date(to));
}
