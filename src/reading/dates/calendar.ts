/** A Gregorian calendar day as ISO 8601, `YYYY-MM-DD`. */
export type Day = string;

/**
 * Returns the day for a year, month (1..12), and day of the month; null if it doesn't exist or lies outside
 * 1900..2199.
 */
export function toDay(year: number, month: number, day: number): Day | null {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > countMonthDays(year, month))
    return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Returns the number of days in a month (1..12). */
export function countMonthDays(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Adds months and keeps the day of the month, or uses the last day if the month is shorter. */
export function addMonths(day: Day, months: number): Day | null {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  const toMonth = (count % 12) + 1;
  return toDay(toYear, toMonth, Math.min(date, countMonthDays(toYear, toMonth)));
}

/** Adds days (at most a century). */
export function addDays(day: Day, days: number): Day | null {
  let [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  if (days < 0 || days > 36_525) return null;
  date += days;
  while (date > countMonthDays(year, month)) {
    date -= countMonthDays(year, month);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return toDay(year, month, date);
}
