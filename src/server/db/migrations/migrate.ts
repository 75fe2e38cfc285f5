import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { prepareQueues } from '#server/queue.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { runStep } from './step.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../drizzle', import.meta.url));
/** An arbitrary lock number that makes migrating processes take turns. */
const LOCK = 4_021_955_187;
/** How often a process checks whether it's its turn, in milliseconds. */
const TURN_MS = 200;

/**
 * Migrates the schema and the queues as the tables' owner, and creates upcoming partitions. Several processes
 * can call it at the same time.
 */
export async function migrate(address: DatabaseAddress): Promise<void> {
  await migrateTables(address, MIGRATIONS);
  await prepareQueues(address);
  await makePartitions(address);
}

/**
 * Creates upcoming partitions. Any that can't be created now, because tables are in use, are left to the
 * sweeper.
 */
async function makePartitions(address: DatabaseAddress): Promise<void> {
  const sql = postgres({ ...toConnectionOptions(address), max: 1, onnotice: () => undefined });
  try {
    await sql`select make_event_partitions()`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Applies a folder's migrations that haven't been applied yet. An empty database gets the first one in one
 * go. All others run statement by statement, each in a way that doesn't block those who use the database. An
 * interrupted migration continues where it stopped.
 */
export async function migrateTables(address: DatabaseAddress, folder: string): Promise<void> {
  const sql = postgres({ ...toConnectionOptions(address), max: 1, onnotice: () => undefined });
  try {
    await takeTurn(sql);
    await sql.unsafe(RECORDS);
    const [last] = await sql<{ at: string }[]>`
      select created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1`;
    const migrations = readMigrationFiles({ migrationsFolder: folder }).map((one) => ({
      hash: one.hash,
      at: one.folderMillis,
      statements: one.sql,
    }));
    const due = migrations.filter(({ at }) => last === undefined || at > Number(last.at));
    for (const [index, migration] of due.entries())
      await (last === undefined && index === 0 ? runAtOnce : runStepwise)(sql, migration);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * Takes the lock by polling. Creating an index waits for all statements in progress, including one that waits
 * for this lock.
 */
async function takeTurn(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [lock] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as taken`;
    if (lock?.taken === true) return;
    await delay(TURN_MS);
  }
}

type Migration = { readonly hash: string; readonly at: number; readonly statements: readonly string[] };

/** The table that Drizzle's own tools read, and a table for the steps of an unfinished migration. */
const RECORDS = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  create table if not exists drizzle.migration_steps (migration bigint, step integer, primary key (migration, step));`;

async function runAtOnce(sql: postgres.Sql, migration: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    for (const statement of migration.statements) await tx.unsafe(statement);
    await recordAll(tx, migration);
  });
}

async function runStepwise(sql: postgres.Sql, migration: Migration): Promise<void> {
  const { at, statements } = migration;
  const rows = await sql<
    { step: number }[]
  >`select step from drizzle.migration_steps where migration = ${at}`;
  const done = new Set(rows.map(({ step }) => step));
  for (const [step, statement] of statements.entries())
    if (!done.has(step))
      await runStep(sql, statement, async (tx) => {
        await tx`insert into drizzle.migration_steps (migration, step) values (${at}, ${step})`;
      });
  await sql.begin((tx) => recordAll(tx, migration));
}

async function recordAll(tx: postgres.TransactionSql, { hash, at }: Migration): Promise<void> {
  await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`;
  await tx`delete from drizzle.migration_steps where migration = ${at}`;
}
