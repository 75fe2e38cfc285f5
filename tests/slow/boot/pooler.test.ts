import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { watchOutbox } from '../../../bench/arrivals.ts';
import { runLifecycle } from '../../../bench/lifecycles.ts';
import { signUp } from '../../../scripts/client/dashboard.ts';
import { createEnvelopesClient } from '../../../scripts/client/envelopes.ts';
import { type HttpClient, openHttpClient } from '../../../scripts/client/http.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { createTestDatabase, type TestDatabase } from '../../support/cluster.ts';
import { hasPooler, startPooler, toOwnerUrl } from '../../support/pooler.ts';
import { type Program, runProgram } from '../../support/program.ts';

const POOL_SIZE = 4;
const AT_ONCE = 8;

/**
 * How a web server and a worker reach the database, and how many of its connections they may use together: by
 * default, and with a pooler for all but what each session keeps.
 */
const WAYS = [
  { way: 'directly', isPooled: false, connectionsMax: 20 },
  { way: 'through PgBouncer in transaction mode', isPooled: true, connectionsMax: POOL_SIZE + 8 },
];

describe.skipIf(!hasPooler).each(WAYS)('$way (skipped without PgBouncer)', ({ isPooled, connectionsMax }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-pooler-'));
  const programs: Program[] = [];
  let database: TestDatabase;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let http: HttpClient;

  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
    pooler = await startPooler(database, { mode: 'transaction', size: POOL_SIZE });
    const direct = toOwnerUrl(database);
    const settings = {
      ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', SECRET_KEY: randomBytes(32).toString('base64') },
      ...(isPooled ? { DATABASE_URL: pooler.url, DATABASE_MIGRATION_URL: direct } : { DATABASE_URL: direct }),
    };
    const web = runProgram('start', settings, ['--no-worker']);
    programs.push(web);
    const [, url = ''] = await web.printed(/listening on (\S+)/);
    const worker = runProgram('worker', { ...settings, ORIGIN: url });
    programs.push(worker);
    await worker.printed(/processing jobs/);
    http = openHttpClient(url);
  }, 180_000);
  afterAll(async () => {
    http?.close();
    for (const { child } of programs) child.kill('SIGTERM');
    await Promise.all(programs.map(({ ended }) => ended));
    await pooler?.stop();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('signs and seals contracts, several at once, on few connections', async () => {
    const email = `owner.${randomUUID()}@example.com`;
    const account = { organization: 'Harbor Ltd', name: 'Olga Owner', email, password: randomUUID() };
    const dashboard = await signUp(http, account);
    const api = createEnvelopesClient(http, await dashboard.newApiKey('Contracts'));
    const arrivals = watchOutbox(dashboard);
    const sql = postgres({ ...toConnectionOptions(database.owner), max: 1 });
    try {
      const pdf = await plainPdf(10);
      const runs = Promise.all(Array.from({ length: AT_ONCE }, () => runLifecycle(http, api, arrivals, pdf)));
      const counts: number[] = [];
      const count = async () => {
        const [row] = await sql<{ open: number }[]>`select count(*)::int as open from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`;
        counts.push(row?.open ?? NaN);
      };
      const counting = setInterval(() => void count(), 200);
      await runs.finally(() => clearInterval(counting));
      await count();
      expect(Math.max(...counts)).toBeLessThanOrEqual(connectionsMax);
    } finally {
      await arrivals.stop();
      await sql.end();
    }
    const complaints = programs.map(({ output }) =>
      output().stderr.replace(/^countersign: building .*\n/, ''),
    );
    expect(complaints).toEqual(['', '']);
  }, 180_000);
});
