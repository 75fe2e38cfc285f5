import type { TestApi } from './api.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the time this many milliseconds after the program's current time. */
export function later(api: TestApi, milliseconds: number): string {
  return new Date(api.clock.now.getTime() + milliseconds).toISOString();
}

/** Advances the program's time. */
export function pass(api: TestApi, milliseconds: number): void {
  api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
}
