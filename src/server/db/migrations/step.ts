import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';

/**
 * How long a statement waits for a lock, while others wait behind it, and how long the statement may take
 * including that wait.
 */
const WAIT_MS = 500;
const LOCKED_MS = 1_000;
/**
 * How long a statement waits before PostgreSQL cancels an autovacuum that is in its way. Only some roles may
 * set this; for the others, it is a second.
 */
const VACUUM_ENDS_MS = 200;
const USUAL_WAIT_MS = 1_200;
/** How long a batch should take, and how long it may take. It locks its rows meanwhile. */
const BATCH_MS = 120;
const BATCH_LOCKED_MS = 400;
const FIRST_BATCH = 100;
/** The pause between two attempts, which is shortened at random by up to half. */
const AGAIN_MS = 2_000;
/** How often a statement gives way to other users of its table. */
const WAITS_MAX = 300;
/** How often a statement may take too long. A single time may be the disk's fault. */
const SLOW_MAX = 3;

type Record = (tx: postgres.TransactionSql) => Promise<void>;

/**
 * Runs a statement of a migration on a database in use and records it, so that it isn't run twice:
 * - an index is made or dropped concurrently, outside of a transaction, and made again if it was left invalid; one of a partitioned table
 *   partition by partition, as PostgreSQL doesn't do by itself;
 * - after the comment `-- batches`, it's repeated until it changes no row, with `$1` rows at a time;
 * - a constraint is validated for as long as it takes, which locks nobody out;
 * - all others wait at most half a second for a lock, give way and try again, and are refused if they take more than a second.
 */
export async function runStep(sql: postgres.Sql, statement: string, record: Record): Promise<void> {
  if (BATCHES.test(statement)) {
    await runInBatches(sql, statement);
    await sql.begin(record);
  } else if (CONCURRENTLY.test(statement)) {
    if (!(await runInPartitions(sql, statement))) await runConcurrently(sql, statement);
    await sql.begin(record);
  } else {
    await runLocked(sql, statement, { record, isUnlimited: VALIDATE.test(statement) });
  }
}

const LEAD = String.raw`^(?:\s|--[^\n]*\n)*`;
const BATCHES = /^\s*-- batches\s*\n/;
const CONCURRENTLY = new RegExp(`${LEAD}(?:create|drop)\\s+(?:unique\\s+)?index\\s+concurrently\\s`, 'i');
const VALIDATE = new RegExp(`${LEAD}alter\\s+table\\s+\\S+\\s+validate\\s+constraint\\s`, 'i');
const INDEX = /\sconcurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?(?:\s+on\s+"?(\w+)"?)?/i;

/**
 * PostgreSQL's codes for a lock that couldn't be acquired in time and for a deadlock, and the code for a
 * statement that took too long.
 */
const WAITED = ['55P03', '40P01'];
const SLOW = '57014';

interface Manner {
  readonly record?: Record;
  readonly isUnlimited?: boolean;
  /** How many rows to change. Halved when that takes too long. */
  readonly batch?: { rows: number };
}

/** Repeats a statement until it changes no rows. Each run changes as many rows as can be changed quickly. */
async function runInBatches(sql: postgres.Sql, statement: string): Promise<void> {
  const batch = { rows: FIRST_BATCH };
  for (;;) {
    const start = performance.now();
    if ((await runLocked(sql, statement, { batch })) === 0) return;
    const pace = BATCH_MS / (performance.now() - start);
    batch.rows = Math.ceil(batch.rows * Math.min(2, Math.max(0.5, pace)));
  }
}

/** Runs a statement in a transaction of its own until it succeeds, and returns how many rows it changed. */
async function runLocked(
  sql: postgres.Sql,
  statement: string,
  { record, isUnlimited = false, batch }: Manner = {},
): Promise<number> {
  let [waits, slow] = [0, 0];
  for (;;) {
    try {
      return await sql.begin(async (tx) => {
        await limit(tx, { isUnlimited, isBatch: batch !== undefined });
        const { count } = await tx.unsafe(statement, batch === undefined ? [] : [batch.rows]);
        await record?.(tx);
        return count ?? 0;
      });
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : '';
      if (code === SLOW && batch !== undefined && batch.rows > 1) batch.rows = Math.ceil(batch.rows / 2);
      else if (code === SLOW) slow += 1;
      else if (WAITED.includes(code)) waits += 1;
      else throw error;
      if (waits > WAITS_MAX || slow >= SLOW_MAX)
        throw new Error(`A step of the migration can't be done while the database is in use:\n${statement}`, {
          cause: error,
        });
      await delay(AGAIN_MS * (0.5 + Math.random() / 2));
    }
  }
}

/**
 * Sets the transaction's limits. With `row_security` off, an owner who is subject to row-level security gets
 * an error, instead of silently changing no rows.
 */
async function limit(
  tx: postgres.TransactionSql,
  { isUnlimited, isBatch }: { readonly isUnlimited: boolean; readonly isBatch: boolean },
): Promise<void> {
  const [may] = await tx<{ hurry: boolean }[]>`
    select has_parameter_privilege('deadlock_timeout', 'set') as hurry`;
  if (may?.hurry === true) await tx`select set_config('deadlock_timeout', ${`${VACUUM_ENDS_MS}ms`}, true)`;
  // A batch changes rows, which no vacuum interferes with.
  const waitMs = may?.hurry === true || isBatch ? WAIT_MS : USUAL_WAIT_MS;
  const allMs = isUnlimited ? 0 : isBatch ? BATCH_LOCKED_MS : waitMs - WAIT_MS + LOCKED_MS;
  await tx`select set_config('lock_timeout', ${`${waitMs}ms`}, true), set_config('statement_timeout', ${`${allMs}ms`}, true),
    set_config('row_security', 'off', true)`;
}

/** Runs a statement that waits for open transactions but blocks nobody meanwhile. */
async function runConcurrently(sql: postgres.Sql, statement: string): Promise<void> {
  const name = INDEX.exec(statement)?.[1] ?? '';
  const isCreated = /^[^;]*?\bcreate\b/i.test(statement);
  const [index] = await sql<{ valid: boolean }[]>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${`"${name}"`})`;
  if (isCreated ? index?.valid === true : index === undefined) return;
  await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`;
  if (isCreated && index !== undefined) await sql.unsafe(`drop index concurrently "${name}"`);
  await sql.unsafe(statement);
}

/**
 * Creates or drops the index of a partitioned table. Returns false for other tables. Partitions that are
 * created meanwhile get the index along with their table; the existing ones get it one after another. The
 * tables are locked only while an index is attached or dropped.
 */
async function runInPartitions(sql: postgres.Sql, statement: string): Promise<boolean> {
  const [created = '', name = '', table] = INDEX.exec(statement) ?? [];
  const [whole] = await sql<{ kind: string }[]>`
    select relkind as kind from pg_class where oid = to_regclass(${`"${table ?? name}"`})`;
  if (whole?.kind !== 'p' && whole?.kind !== 'I') return false;
  if (table === undefined) {
    await runLocked(sql, `drop index "${name}"`);
    return true;
  }
  await runLocked(sql, statement.replace(created, ` if not exists "${name}" on only "${table}"`));
  const partitions = await sql<{ partition: string }[]>`
    select relname as partition from pg_inherits join pg_class on oid = inhrelid
    where inhparent = to_regclass(${`"${table}"`}) and not exists (
      select from pg_inherits as entered join pg_index on indexrelid = entered.inhrelid
      where entered.inhparent = to_regclass(${`"${name}"`}) and indrelid = oid)`;
  for (const { partition } of partitions) {
    const own = `${partition}_${name}`;
    await runConcurrently(sql, statement.replace(created, ` concurrently "${own}" on "${partition}"`));
    await runLocked(sql, `alter index "${name}" attach partition "${own}"`);
  }
  return true;
}
