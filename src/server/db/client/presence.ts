import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { DatabaseAddress } from './address.ts';
import { toConnectionOptions } from './client.ts';

/**
 * This process's sign of life: an advisory lock that the database holds for it. When the process dies, its
 * connection ends and the lock with it, so other processes don't have to wait for a lease to run out
 * (`process_has_ended` in the database).
 */
export type Presence = {
  /** This process's number, which is the lock's second key. */
  readonly process: number;
  /**
   * Returns whether the lock is held and wasn't lost a moment ago. If it was, other processes may have lost
   * theirs as well.
   */
  readonly isSteady: () => boolean;
  readonly close: () => Promise<void>;
};

/** The lock's first key, as in `process_has_ended`. */
const PRESENCE_LOCK = 7_201_882;
const RETRY_MS = 250;
/** After a database outage, every process takes its lock again within this time. */
const STEADY_MS = 5000;

/**
 * Takes the lock, and takes it again whenever the connection is lost. The lock belongs to a transaction that
 * stays open rather than to the session, because a pooler in transaction mode shares sessions. An idle
 * transaction that has read and written nothing holds back neither vacuum nor other transactions.
 */
export async function openPresence(
  address: DatabaseAddress,
  onLost: (error: unknown) => void,
): Promise<Presence> {
  const sql = postgres({
    ...toConnectionOptions(address),
    connection: { application_name: 'countersign presence' },
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => undefined,
  });
  const number = randomInt(1, 2 ** 31);
  const closed = Promise.withResolvers<undefined>();
  const first = Promise.withResolvers<undefined>();
  let isClosing = false;
  let isHeld = false;
  let lostAt = -Infinity;

  const hold = () =>
    sql.begin(async (tx) => {
      // Servers end transactions that are idle or open for too long. The settings' names depend on
      // PostgreSQL's version.
      await tx`select set_config(name, '0', true) from pg_settings
        where name in ('idle_in_transaction_session_timeout', 'transaction_timeout', 'statement_timeout', 'lock_timeout')`;
      // Uses the simple protocol. With the extended one, the portal would stay open, and with it a snapshot.
      await tx.unsafe(`select pg_advisory_xact_lock(${PRESENCE_LOCK}, ${number})`);
      isHeld = true;
      first.resolve(undefined);
      await closed.promise;
    });
  const keep = async () => {
    while (!isClosing) {
      try {
        await hold();
      } catch (error) {
        if (isClosing) return;
        // Has no effect once the lock has been held.
        first.reject(error);
        isHeld = false;
        lostAt = performance.now();
        onLost(error);
        await delay(RETRY_MS);
      }
    }
  };
  const kept = keep();
  const close = async () => {
    isClosing = true;
    closed.resolve(undefined);
    await kept;
    await sql.end({ timeout: 1 });
  };
  try {
    await first.promise;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    process: number,
    isSteady: () => isHeld && performance.now() - lostAt >= STEADY_MS,
    close,
  };
}
