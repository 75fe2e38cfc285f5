import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Database } from '#server/db/client/client.ts';

type Clock = () => Date;
type Options = {
  /** The clock of the machine. It tells a database whose clock has jumped from a process that was suspended. */
  readonly machine?: Clock;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonic?: () => number;
  /** Called when the database's clock has jumped, and not again until it is followed again. */
  readonly onJump?: (byMs: number) => void;
};

/** A clock that follows the database's. */
export type DatabaseClock = {
  readonly clock: Clock;
  /** Compares it with the database's. Throws if the database doesn't answer. */
  readonly follow: () => Promise<void>;
  /** Whether the database's time has jumped, and isn't followed. */
  readonly hasJumped: () => boolean;
  readonly close: () => void;
};

/** By how much the database's clock is ahead of the monotonic one. */
type Answer = { readonly aheadMs: number; readonly uncertainMs: number };

const FOLLOW_EVERY_MS = 10_000;
/** Answers of a busy database say less than the monotonic clock does. */
const LEAST_DIFFERENCE_MS = 50;

/**
 * Opens a clock that has the database's time, whatever the machine's says, so that all processes write the same times into
 * evidence. In between it goes on with the monotonic clock. When the database's time jumps, it isn't followed unless the machine's
 * clock agrees with it. Throws if the database doesn't answer.
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
    // Either the machine's clock shows the same time, or as much has passed on both since: the process was suspended.
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

/** Returns the database's time as of now, for a command that is done in a moment. */
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

/** A database that is away says nothing about the time, so the clock goes on. */
async function followUntil(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await delay(FOLLOW_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await follow().catch(() => undefined);
  }
}
