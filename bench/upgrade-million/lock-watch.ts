import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions } from '#server/db/client/client.ts';

const LOOK_AGAIN_MS = 20;

/** The longest times in milliseconds that a migration affected others, sampled every 20 ms. */
export interface Locks {
  /** Held a table lock that blocks writers, or readers too. */
  readonly held: number;
  /**
   * Kept a transaction open, and with it the locks on the rows it changed. Long-running statements that don't
   * block others aren't counted.
   */
  readonly open: number;
  /** Made another process wait for one of its locks, or waited itself. */
  readonly waited: number;
}

type Seen = { open: number; isLocking: boolean; waited: number };

/** Watches the locks of the tables' owner until it's told to stop. */
export async function watchLocks(owner: DatabaseAddress): Promise<{ readonly stop: () => Promise<Locks> }> {
  const sql = postgres({ ...toConnectionOptions(owner), max: 1, onnotice: () => undefined });
  const longest = { held: 0, open: 0, waited: 0 };
  const look = async () => {
    const [seen] = await sql<Seen[]>`
      with migrating as (
        select pid, xact_start from pg_stat_activity
        where usename = current_user and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend')
      select
        coalesce((select max(extract(epoch from clock_timestamp() - xact_start)) * 1000 from migrating), 0)::float8 as open,
        exists (select from pg_locks join migrating using (pid) where granted and locktype = 'relation'
          and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as "isLocking",
        coalesce((select max(extract(epoch from clock_timestamp() - waitstart)) * 1000 from pg_locks as waiting
          where not granted and pid not in (select pid from migrating)
            and pg_blocking_pids(pid) && array(select pid from migrating)), 0)::float8 as waited`;
    return seen;
  };
  await look();
  let isOver = false;
  const watching = (async () => {
    let lockedAt: number | undefined;
    for (; !isOver; await delay(LOOK_AGAIN_MS)) {
      const seen = await look();
      if (seen === undefined) continue;
      const now = performance.now();
      lockedAt = seen.isLocking ? (lockedAt ?? now) : undefined;
      longest.held = Math.max(longest.held, lockedAt === undefined ? 0 : now - lockedAt);
      longest.open = Math.max(longest.open, seen.open);
      longest.waited = Math.max(longest.waited, seen.waited);
    }
    await sql.end();
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return longest;
    },
  };
}
