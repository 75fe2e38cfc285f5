import { LIMITS } from '#domain/limits.ts';
import { Refusal, createRefusal } from '#domain/errors.ts';
import type { Services } from '#server/app/services.ts';

type Timed = Pick<Services, 'clock' | 'timeServer' | 'hasTimeJumped'>;

/** Refuses with `clock_wrong` what would put a time into evidence for good that is known to be wrong. */
export async function requireRightTime(services: Timed): Promise<void> {
  if (await isTimeWrong(services)) throw createRefusal('clock_wrong');
}

/**
 * Whether the time is known to be wrong: it differs from the time server's, or the database's has jumped. A time server that
 * can't be reached says nothing.
 */
export async function isTimeWrong({ clock, timeServer, hasTimeJumped }: Timed): Promise<boolean> {
  const aheadMs = (await timeServer.aheadMs(clock)) ?? 0;
  return hasTimeJumped() || Math.abs(aheadMs) > LIMITS.clockDifferenceMaxMs;
}

/** Whether work ended because of it. */
export function isClockWrong(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'clock_wrong';
}
