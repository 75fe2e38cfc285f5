import { setTimeout as delay } from 'node:timers/promises';
import { findReplicaFault, type Position, type ReplicaFault, type ReplicaPosition } from '#domain/replica.ts';
import type { Transactions } from './transactions.ts';
import { isOfServer, isUnreachable } from './unreachable.ts';

/** Reads lists from a replica of the primary while the replica has every change that was acknowledged. */
export type Replica = {
  readonly read: Transactions['read'];
  /** Returns why lists aren't read from the replica at this moment. Null if they are. */
  readonly fault: () => Promise<ReplicaFault | null>;
};

export type ReplicaNews = {
  /** Called for each list that is read. */
  readonly onRead: (from: 'replica' | 'primary') => void;
  /** Called when the replica comes into use or goes out of use. */
  readonly onChange: (fault: ReplicaFault | null, error: unknown) => void;
};

type Work = Parameters<Transactions['read']>[0];

/** How long a list waits for the replica before it is read from the primary. */
const WAIT_MS = 100;
const LOOK_AGAIN_MS = 3;
/**
 * After a fault, lists are read from the primary for this long before one of them tries the replica again.
 * Each further fault doubles the time.
 */
const REST_MS = { first: 100, most: 3_200 };
/**
 * A list that takes longer than this counts as hanging. The statements' own timeout can't detect that the
 * network is gone.
 */
const READ_MS = 10_000;

const DATABASE = `(select system_identifier from pg_control_system()) || ' ' || current_database()`;
/**
 * Asks the primary for the position up to which commits are acknowledged: once they are flushed, unless the
 * server is configured otherwise. The log file's name begins with the current timeline, which the control
 * file learns only later.
 */
const PRIMARY = `select ${DATABASE} as database, location, ('x' || left(pg_walfile_name(location), 8))::bit(32)::int as timeline
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end as location) as here`;
/**
 * Asks the replica for its position. A commit is visible before the position passes it. The control file
 * learns of a timeline after the replica has followed it.
 */
const REPLICA = `select ${DATABASE} as database, pg_is_in_recovery() as follows,
  coalesce(pg_last_wal_replay_lsn(), '0/0') as location, (select timeline_id from pg_control_checkpoint()) as timeline`;

/**
 * Opens the reading of lists. `lone` asks the primary for its position, and `otherwise` reads from the
 * primary.
 */
export function openReplica(
  replica: Transactions,
  { lone, otherwise }: { readonly lone: Transactions; readonly otherwise: Transactions },
  { onRead, onChange }: ReplicaNews,
): Replica {
  let fault: ReplicaFault | null = null;
  let restMs = REST_MS.first;
  let restsUntil = -Infinity;
  const turn = (to: ReplicaFault | null, error: unknown = null) => {
    const now = performance.now();
    if (to === null) [restMs, restsUntil] = [REST_MS.first, -Infinity];
    // Lists that fail at the same time count as one fault.
    else if (now >= restsUntil) [restMs, restsUntil] = [Math.min(restMs * 2, REST_MS.most), now + restMs];
    if (to !== fault) onChange(to, error);
    fault = to;
  };

  /** Returns what `work` read from the replica. Null if it has to be read from the primary. */
  const readThere = async (work: Work): Promise<{ readonly result: unknown } | null> => {
    if (performance.now() < restsUntil) return null;
    const primary = await readPosition(lone).catch((error: unknown) => {
      if (isUnreachable(error)) throw error;
      turn('no_position', error);
      return null;
    });
    if (primary === null) return null;
    const hangsAt = performance.now() + READ_MS;
    let found: ReplicaFault | null = 'away';
    let isAdmitted = false;
    let isLate = false;
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      isLate = true;
      late.resolve(null);
    }, WAIT_MS);
    const accepts = (row: ReplicaPosition) => {
      found = findReplicaFault(primary, row);
      isAdmitted = found === null && !isLate;
      if (isAdmitted) clearTimeout(timer);
      return isAdmitted;
    };
    const read = async () => {
      for (;;) {
        const answer = await replica.readAfter({ text: REPLICA, accepts, withinMs: READ_MS }, work);
        if (answer !== null || found !== 'behind' || isLate) return answer;
        await delay(LOOK_AGAIN_MS);
      }
    };
    try {
      const answer = await Promise.race([read(), late.promise]);
      turn(found);
      return answer;
    } catch (error) {
      if (isAdmitted && !isOfServer(error)) throw error;
      // A replica cancels queries that conflict with the changes it is applying, but it can still serve other
      // lists.
      const isGivenUp = isAdmitted && isUnreachable(error) && performance.now() < hangsAt;
      if (!isGivenUp) turn('away', error);
      return null;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    read: async (work) => {
      const answer = await readThere(work);
      onRead(answer === null ? 'primary' : 'replica');
      return answer === null ? await otherwise.read(work) : answer.result;
    },
    fault: async () => {
      await readThere(() => Promise.resolve());
      return fault;
    },
  };
}

async function readPosition({ single }: Transactions): Promise<Position> {
  const [row] = (await single((statements) => statements.unsafe(PRIMARY))) as [Position];
  return row;
}
