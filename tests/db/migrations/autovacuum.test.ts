import { rmSync } from 'node:fs';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { runStep } from '#server/db/migrations/step.ts';
import { makeScratchDirectory } from '../../support/cluster.ts';

let directory: string;
let server: EmbeddedDatabase;
beforeEach(async () => {
  directory = await makeScratchDirectory();
  server = await startEmbedded(directory, { autovacuum_naptime: '1s', fsync: 'off' });
});
afterEach(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

it('takes the table from a vacuum that would go on for minutes', { timeout: 60_000 }, async () => {
  const sql = postgres({ ...toConnectionOptions(server.owner), max: 1, onnotice: () => undefined });
  await sql.unsafe(`create table papers (id int primary key, name text);
    insert into papers select id, repeat('x', 500) from generate_series(1, 20000) as id;
    alter table papers set (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1);
    delete from papers where id % 2 = 0`);
  const isVacuumed = async () =>
    expect(
      await sql`select from pg_stat_progress_vacuum where relid = 'papers'::regclass and phase = 'scanning heap'`,
    ).toHaveLength(1);
  await vi.waitFor(isVacuumed, { timeout: 30_000, interval: 50 });
  const start = performance.now();
  await runStep(sql, 'alter table papers add column pages int', () => Promise.resolve());
  expect(performance.now() - start).toBeLessThan(3_000);
  await sql.end();
});
