import { getLocale } from '#i18n/compiled/runtime.js';

/** Formats a count. */
export function formatCount(value: number): string {
  return new Intl.NumberFormat(getLocale()).format(value);
}

/** Formats a part of a whole as a percentage. If the whole is nothing, returns a dash. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  return new Intl.NumberFormat(getLocale(), { style: 'percent' }).format(part / whole);
}

/** Formats the day (YYYY-MM-DD) on which a column begins. */
export function formatColumnDay(day: string, unit: 'day' | 'week' | 'month'): string {
  const style =
    unit === 'month'
      ? ({ month: 'short', year: 'numeric' } as const)
      : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(getLocale(), { ...style, timeZone: 'UTC' }).format(new Date(day));
}

/** Returns round values for the lines of a chart, from 0 to the first value that isn't below `most`. */
export function computeChartLines(most: number): number[] {
  const step = [1, 2, 5].flatMap((one) => [1, 10, 100, 1000, 10_000, 100_000].map((ten) => one * ten));
  const size = step.sort((one, other) => one - other).find((one) => one * 4 >= most) ?? most;
  const count = Math.max(1, Math.ceil(most / size));
  return Array.from({ length: count + 1 }, (_, index) => index * size);
}
