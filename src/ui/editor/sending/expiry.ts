import { toLocalDay, getEndOfDay } from '#ui/kit/day.ts';

/** The numbers of days to choose from. */
export const EXPIRY_DAYS = [7, 14, 30, 60, 90] as const;

const STORAGE_KEY = 'countersign.expiry-choice';

/** Returns the end of the day a number of days from now, in this browser's time zone, as ISO 8601 in UTC. */
export function getExpiryAfter(days: number, now = new Date()): string | null {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12);
  return getEndOfDay(toLocalDay(day.toISOString()));
}

/** Remembers a choice in this tab: from midnight, the same number of days would be another moment. */
export function keepExpiryChoice(days: number, expiresAt: string | null): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, `${days} ${expiresAt}`);
  } catch {
    // Without storage, the choice is shown as a date from midnight.
  }
}

/**
 * Returns the number of days that a moment was chosen by, today or in this tab; undefined for any other date.
 */
export function findChosenDays(expiresAt: string): number | undefined {
  return EXPIRY_DAYS.find((days) => getExpiryAfter(days) === expiresAt || isKept(days, expiresAt));
}

function isKept(days: number, expiresAt: string): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) === `${days} ${expiresAt}`;
  } catch {
    return false;
  }
}
