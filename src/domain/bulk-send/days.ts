import { isCalendarDate } from '../field/validate.ts';

/** The orders in which the dates of a column can be written. */
export const DAY_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DayOrder = (typeof DAY_ORDERS)[number];

const PARTS = /^(\d{1,4})\s*([./-])\s*(\d{1,2})\s*\2\s*(\d{1,4})\.?$/;

/**
 * Returns the order in which most of the values are valid dates, or null if most aren't dates in any order.
 * The likeliest order wins a tie.
 */
export function detectDayOrder(values: readonly string[]): DayOrder | null {
  const filled = values.filter((value) => value.trim() !== '');
  if (filled.length === 0) return null;
  const slashes = filled.filter((value) => value.includes('/')).length;
  const likely: readonly DayOrder[] =
    slashes > filled.length / 2 ? ['ymd', 'mdy', 'dmy'] : ['ymd', 'dmy', 'mdy'];
  const read = (order: DayOrder) => filled.filter((value) => isCalendarDate(readDay(value, order))).length;
  const best = likely.reduce((one, other) => (read(other) > read(one) ? other : one));
  return read(best) > filled.length / 2 ? best : null;
}

/** Returns a date as `YYYY-MM-DD`. A text that isn't a date in this order stays as it is. */
export function readDay(text: string, order: DayOrder): string {
  const parts = splitDate(text, order);
  if (parts === null) return text.trim();
  const { year, month, day } = parts;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(iso) ? iso : text.trim();
}

/**
 * For a date whose day is too high for its month, such as February 30, returns the month (`YYYY-MM`) and how
 * many days it has. Returns null for other texts.
 */
export function findOverfullMonth(text: string, order: DayOrder): { month: string; days: number } | null {
  const parts = splitDate(text, order);
  if (parts === null) return null;
  const month = `${parts.year}-${parts.month.padStart(2, '0')}`;
  if (!isCalendarDate(`${month}-01`)) return null;
  const days = [31, 30, 29, 28].find((day) => isCalendarDate(`${month}-${day}`)) ?? 0;
  return Number(parts.day) > days ? { month, days } : null;
}

function splitDate(text: string, order: DayOrder): { year: string; month: string; day: string } | null {
  const [, first = '', , second = '', third = ''] = PARTS.exec(text.trim()) ?? [];
  const [year, month, day] = {
    ymd: [first, second, third],
    dmy: [third, second, first],
    mdy: [third, first, second],
  }[order] as [string, string, string];
  return year.length !== 4 || day.length > 2 ? null : { year, month, day };
}
