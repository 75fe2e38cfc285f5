import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { migrateTables } from '#server/db/migrations/migrate.ts';
import { createTestDatabase, makeScratchDirectory, type TestDatabase } from '../../support/cluster.ts';

let database: TestDatabase;
let folder: string;
let sql: postgres.Sql;
beforeEach(async () => {
  [database, folder] = await Promise.all([createTestDatabase({ empty: true }), makeScratchDirectory()]);
  sql = postgres({ ...toConnectionOptions(database.owner), max: 4, onnotice: () => undefined });
  release('create table papers (id int primary key, name text not null)');
  await migrated();
});
afterEach(async () => {
  await sql.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const migrated = () => migrateTables(database.owner, folder);
/** Adds a version's migrations to the folder. */
function release(...statements: string[]): void {
  const tag = `${String(readdirSync(folder).length).padStart(4, '0')}_next`;
  mkdirSync(join(folder, 'meta'), { recursive: true });
  writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  const tags = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const entries = tags.map((name, idx) => ({
    idx,
    version: '7',
    when: 1_000 + idx,
    tag: name.replace('.sql', ''),
    breakpoints: true,
  }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
}
const papers = (count: number) =>
  sql`insert into papers (id, name) select id, 'paper ' || id from generate_series(1, ${count}::int) as id`;
const applied = async () =>
  (await sql<{ at: string }[]>`select created_at as at from drizzle.__drizzle_migrations order by id`).map(
    ({ at }) => Number(at),
  );
const stepsLeft = async () => Number((await sql`select count(*) from drizzle.migration_steps`)[0]?.['count']);

describe('a migration of a database in use', () => {
  it('is done once, however many processes start', async () => {
    release('alter table papers add column pages int');
    await Promise.all([migrated(), migrated(), migrated()]);
    expect(await applied()).toEqual([1_000, 1_001]);
    await migrated();
    expect(await applied()).toEqual([1_000, 1_001]);
  });

  it('makes an index while other processes wait for their turn', async () => {
    await papers(10);
    release('create index concurrently papers_name on papers (name)');
    await Promise.all([migrated(), migrated(), migrated()]);
    expect(await applied()).toEqual([1_000, 1_001]);
  });

  it('is done stepwise in a new database too, apart from the first one', async () => {
    await sql.unsafe('drop schema drizzle cascade; drop table papers');
    release('create index concurrently papers_name on papers (name)');
    await migrated();
    expect(await applied()).toEqual([1_000, 1_001]);
  });

  it('gives way to those who come after it, while someone uses the table', { timeout: 60_000 }, async () => {
    release('alter table papers add column pages int');
    const [reading, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = sql.begin(async (tx) => {
      await tx`select count(*) from papers`;
      reading.resolve();
      await done.promise;
    });
    await reading.promise;
    const migrating = migrated();
    const waiting = (count: number) =>
      vi.waitFor(
        async () =>
          expect(
            await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table papers%'`,
          ).toHaveLength(count),
        { timeout: 10_000, interval: 10 },
      );
    for (let attempts = 0; attempts < 4; attempts += 1) {
      await waiting(0);
      await waiting(1);
    }
    // Waits behind the migration; without its time limit, that would wait for the holder forever.
    expect((await sql`select count(*)::int as count from papers`)[0]).toEqual({ count: 0 });
    done.resolve();
    await holder;
    await migrating;
    expect(await sql`select pages from papers`).toEqual([]);
  });

  it('fills in batches, and goes on after the step that failed', async () => {
    await papers(2_500);
    await sql`create table gate (open int)`;
    release(
      'alter table papers add column pages int',
      `-- batches
update papers set pages = 1 where id in (select id from papers where pages is null limit $1)`,
      'insert into gate select 1 / count(*) from gate',
    );
    await expect(migrated()).rejects.toThrow('division by zero');
    expect([await stepsLeft(), await applied()]).toEqual([2, [1_000]]);
    expect(
      await sql`select pages, count(*)::int as count, count(distinct xmin::text) > 2 as "inBatches" from papers group by pages`,
    ).toEqual([{ pages: 1, count: 2_500, inBatches: true }]);
    await sql`insert into gate values (1)`;
    await migrated();
    expect([await stepsLeft(), await applied()]).toEqual([0, [1_000, 1_001]]);
  });

  it('changes fewer rows at a time when that takes too long', async () => {
    await papers(120);
    release(
      'alter table papers add column pages int',
      `-- batches
update papers set pages = case when pg_sleep(0.012) is null then 0 else 1 end
where id in (select id from papers where pages is null limit $1)`,
    );
    await migrated();
    const batches = await sql<{ count: number }[]>`
      select count(*)::int as count from papers where pages is not null group by xmin::text`;
    expect(batches.map(({ count }) => count).reduce((sum, count) => sum + count)).toBe(120);
    expect(Math.max(...batches.map(({ count }) => count))).toBeLessThanOrEqual(50);
  });

  it('makes an index concurrently, and again if it was left invalid', async () => {
    await papers(10);
    await sql`update papers set name = 'same' where id < 3`;
    release('create unique index concurrently papers_name on papers (name)');
    const isValid = async () =>
      (await sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('papers_name')`)[0];
    await expect(migrated()).rejects.toThrow('could not create unique index');
    expect(await isValid()).toEqual({ valid: false });
    await sql`update papers set name = 'paper ' || id`;
    await migrated();
    expect(await isValid()).toEqual({ valid: true });
    release('drop index concurrently papers_name');
    await migrated();
    expect(await isValid()).toBeUndefined();
  });

  it('makes the index of a partitioned table in each partition, goes on where it failed, and drops it', async () => {
    await sql.unsafe(`create table logs (month int, line int) partition by range (month);
      create table logs_1 partition of logs for values from (1) to (2);
      create table logs_2 partition of logs for values from (2) to (3);
      insert into logs values (1, 1), (2, 1), (2, 1)`);
    release('create unique index concurrently logs_line on logs (month, line)');
    await expect(migrated()).rejects.toThrow('could not create unique index');
    const valid = async () => [
      ...(await sql`select relname as name from pg_index join pg_class on oid = indexrelid
        where indisvalid and relname like '%logs_line' order by relname`),
    ];
    expect(await valid()).toEqual([{ name: 'logs_1_logs_line' }]);
    await sql`delete from logs where month = 2`;
    await migrated();
    expect(await valid()).toEqual([
      { name: 'logs_1_logs_line' },
      { name: 'logs_2_logs_line' },
      { name: 'logs_line' },
    ]);
    release('drop index concurrently logs_line');
    await migrated();
    expect(await valid()).toEqual([]);
  });

  it('adds a constraint that it validates afterwards', async () => {
    await papers(10);
    release(
      "alter table papers add constraint papers_named check (name <> '') not valid",
      'alter table papers validate constraint papers_named',
    );
    await migrated();
    await expect(sql`insert into papers values (11, '')`).rejects.toThrow('papers_named');
    expect(await sql`select convalidated as valid from pg_constraint where conname = 'papers_named'`).toEqual(
      [{ valid: true }],
    );
  });

  it('is refused when a statement would lock others out for long', async () => {
    release('select pg_sleep(5) from papers for update');
    await papers(1);
    await expect(migrated()).rejects.toThrow(
      "A step of the migration can't be done while the database is in use",
    );
    expect(await applied()).toEqual([1_000]);
  });
});
