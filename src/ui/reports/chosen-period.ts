import {
  readPeriod,
  REPORT_DAYS,
  type PeriodChoice,
  type PeriodProblem,
  type ReportDays,
} from '#domain/envelope/report.ts';
import { m } from '#i18n/compiled/messages.js';

const DEFAULT_DAYS: ReportDays = 30;

export const PROBLEM_WORDS: Readonly<Record<PeriodProblem, () => string>> = {
  not_a_day: m.reports_problem_not_a_day,
  wrong_order: m.reports_problem_wrong_order,
  too_long: m.reports_problem_too_long,
  too_early: m.reports_problem_too_early,
  in_future: m.reports_problem_in_future,
};

/** Reads the period from the URL. If its days can't be used, says why and falls back to the usual period. */
export function chosenPeriod(
  query: URLSearchParams,
  now: Date,
): { readonly choice: PeriodChoice; readonly problem: PeriodProblem | null } {
  const [from, to] = [query.get('from'), query.get('to')];
  const wanted = Number(query.get('days') ?? DEFAULT_DAYS);
  const preset = { days: REPORT_DAYS.find((one) => one === wanted) ?? DEFAULT_DAYS };
  if (from === null && to === null) return { choice: preset, problem: null };
  const days = { from: from ?? '', to: to ?? '' };
  const period = readPeriod(days, now);
  return typeof period === 'string' ? { choice: preset, problem: period } : { choice: days, problem: null };
}

/** Returns the URL of a report. */
export function reportAddress(choice: PeriodChoice, mine: boolean): string {
  const period = 'days' in choice ? { days: String(choice.days) } : choice;
  return `/reports?${new URLSearchParams({ ...period, ...(mine && { of: 'me' }) }).toString()}`;
}
