import { LIMITS } from '#domain/limits.ts';
import { Refusal, createRefusal } from '#domain/errors.ts';
import type { Services } from '#server/runtime/services.ts';

type Timed = Pick<Services, 'clock' | 'timeServer' | 'hasTimeJumped'>;

/**
 * Refuses with `clock_wrong` if the time is known to be wrong, because it would be put into evidence for
 * good.
 */
export async function requireRightTime(services: Timed): Promise<void> {
  if (await isTimeWrong(services)) throw createRefusal('clock_wrong');
}

/**
 * Checks whether the time is known to be wrong: it differs from the time server's, or the database's time has
 * jumped. An unreachable time server says nothing.
 */
export async function isTimeWrong({ clock, timeServer, hasTimeJumped }: Timed): Promise<boolean> {
  const aheadMs = (await timeServer.aheadMs(clock)) ?? 0;
  return hasTimeJumped() || Math.abs(aheadMs) > LIMITS.clockDifferenceMaxMs;
}

/** Checks whether work was refused because the clock is wrong. */
export function isClockWrong(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'clock_wrong';
}
