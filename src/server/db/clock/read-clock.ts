import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';

/** An external clock, if one is configured. */
export type TimeSource = {
  /** Returns how many milliseconds a clock is ahead of this source. Null while that isn't known. */
  readonly aheadMs: (clock: () => Date) => Promise<number | null>;
  /** Returns whether the source responded when it was last asked. */
  readonly answers: () => boolean;
};

/** How a clock compares with the database's clock and a time server's, in milliseconds. */
export type ClockReading = {
  /** How far the clock is ahead of the slowest of the others. Negative if it is behind all of them. */
  readonly aheadMs: number;
  /** How far the clock is ahead of the one that it differs from most. */
  readonly offMs: number;
};

/** Compares a clock with the others. Throws if the database doesn't respond. */
export async function readClock({
  db,
  clock,
  timeServer,
}: {
  readonly db: Pick<Database, 'drizzle'>;
  readonly clock: () => Date;
  readonly timeServer: TimeSource;
}): Promise<ClockReading> {
  const [ofDatabase, ofServer] = await Promise.all([measureLead(db, clock), timeServer.aheadMs(clock)]);
  if (ofServer === null) return { aheadMs: ofDatabase, offMs: ofDatabase };
  const offMs = Math.abs(ofServer) > Math.abs(ofDatabase) ? ofServer : ofDatabase;
  return { aheadMs: Math.max(ofDatabase, ofServer), offMs };
}

async function measureLead({ drizzle }: Pick<Database, 'drizzle'>, clock: () => Date): Promise<number> {
  const before = clock().getTime();
  const [row] = await drizzle.execute<{ milliseconds: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as milliseconds`,
  );
  const after = clock().getTime();
  return Math.round((before + after) / 2 - Number(row?.milliseconds));
}
