import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Database } from '#server/db/client/client.ts';

type Clock = () => Date;
type Options = {
  /** The machine's clock. It shows whether the database's clock has jumped or this process was suspended. */
  readonly machine?: Clock;
  /** Returns the milliseconds since an arbitrary moment, by a clock that nobody can set. */
  readonly monotonic?: () => number;
  /**
   * Called when the database's clock has jumped, and not again until the clock follows the database again.
   */
  readonly onJump?: (byMs: number) => void;
};

/** A clock that follows the database's clock. */
export type DatabaseClock = {
  readonly clock: Clock;
  /** Compares this clock with the database's. Throws if the database doesn't respond. */
  readonly follow: () => Promise<void>;
  /** Returns whether the database's time has jumped and isn't being followed. */
  readonly hasJumped: () => boolean;
  readonly close: () => void;
};

/** How far the database's clock is ahead of the monotonic one. */
type Answer = { readonly aheadMs: number; readonly uncertainMs: number };

const FOLLOW_EVERY_MS = 10_000;
/** Smaller differences are ignored: a busy database's response is less accurate than the monotonic clock. */
const LEAST_DIFFERENCE_MS = 50;

/**
 * Opens a clock that shows the database's time regardless of the machine's, so that all processes write the
 * same times into evidence. Between comparisons, it runs on the monotonic clock. A jump of the database's
 * time is followed only if the machine's clock confirms it. Throws if the database doesn't respond.
 */
export async function openDatabaseClock(
  db: Pick<Database, 'drizzle'>,
  { machine = () => new Date(), monotonic = () => performance.now(), onJump = () => undefined }: Options = {},
): Promise<DatabaseClock> {
  const ask = () => compareDatabase(db, monotonic);
  const computeMachineLead = ({ aheadMs }: Answer) => machine().getTime() - monotonic() - aheadMs;
  const first = await ask();
  let { aheadMs } = first;
  let machineAheadMs = computeMachineLead(first);
  let hasJumped = false;
  const readDatabaseClock = () => new Date(Math.round(monotonic() + aheadMs));
  const follow = async () => {
    const answer = await ask();
    const byMs = answer.aheadMs - aheadMs;
    const nowAheadMs = computeMachineLead(answer);
    // Either the machine's clock shows the same time, or the same amount has passed on both clocks since the
    // last comparison, because the process was suspended.
    const isConfirmed = isClose(nowAheadMs) || isClose(nowAheadMs - machineAheadMs);
    if (!isClose(byMs) && !isConfirmed) {
      if (!hasJumped) onJump(Math.round(byMs));
      hasJumped = true;
      return;
    }
    hasJumped = false;
    machineAheadMs = nowAheadMs;
    if (Math.abs(byMs) > LEAST_DIFFERENCE_MS + answer.uncertainMs) aheadMs = answer.aheadMs;
  };
  const stopped = new AbortController();
  void followUntil(stopped.signal, follow);
  return { clock: readDatabaseClock, follow, hasJumped: () => hasJumped, close: () => stopped.abort() };
}

/** Returns a clock fixed at the database's current time, for a command that finishes within a moment. */
export async function readDatabaseTime(db: Pick<Database, 'drizzle'>): Promise<Clock> {
  const readMonotonicClock = () => performance.now();
  const { aheadMs } = await compareDatabase(db, readMonotonicClock);
  return () => new Date(Math.round(readMonotonicClock() + aheadMs));
}

async function compareDatabase(
  { drizzle }: Pick<Database, 'drizzle'>,
  monotonic: () => number,
): Promise<Answer> {
  const before = monotonic();
  const [row] = await drizzle.execute<{ milliseconds: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as milliseconds`,
  );
  const after = monotonic();
  return { aheadMs: Number(row?.milliseconds) - (before + after) / 2, uncertainMs: (after - before) / 2 };
}

function isClose(milliseconds: number): boolean {
  return Math.abs(milliseconds) <= LIMITS.clockDifferenceMaxMs;
}

/** A database that is away says nothing about the time, so the clock keeps running. */
async function followUntil(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await delay(FOLLOW_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await follow().catch(() => undefined);
  }
}
