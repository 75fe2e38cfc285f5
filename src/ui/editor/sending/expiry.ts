import { dayOf, endOfDay } from '#ui/kit/day.ts';

/** Returns the end of the day a number of days from now, in this browser's time zone, as ISO 8601 in UTC. */
export function expiryIn(days: number, now = new Date()): string | null {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return endOfDay(dayOf(day.toISOString()));
}
