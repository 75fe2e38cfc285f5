import type { TestApi } from './api.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The moment so many milliseconds from the program's present. */
export function later(api: TestApi, milliseconds: number): string {
  return new Date(api.clock.now.getTime() + milliseconds).toISOString();
}

/** Lets the program's time pass. */
export function pass(api: TestApi, milliseconds: number): void {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
}
