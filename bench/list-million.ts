import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/postgres-js';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import {
  openDatabase,
  toConnectionOptions,
  type Database,
  type Drizzle,
  type Transaction,
} from '#server/db/client/client.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { ALONG_INDEXES, listEnvelopes, type ListFilter, type Place } from '#server/db/list/envelope-list.ts';
import { readRows } from '#server/db/list/rows.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { processClock, type ProcessClock } from './list-million/process-clock.ts';
import { buildQuestions, pickRandomPlaces, type Question } from './list-million/questions.ts';
import { fillOnce, type Population } from './list-million/seed.ts';
import { measureWrites } from './list-million/writes.ts';

const RUNS = 40;
const COLD_RUNS = 3;
const PAGE = 50;
const TARGET_MS = 25;
const SMALL: Population = { organizationId: 'org_small', envelopes: 10_000 };
const OTHER: Population = { organizationId: 'org_other', envelopes: 200_000 };

/**
 * Milliseconds for one page: the database process's processor time, and wall time including its wait for a
 * processor.
 */
type Figure = { readonly computed: Share; readonly passed: Share };
type Share = { readonly median: number; readonly p95: number };

await main();

/**
 * `node bench/list-million.ts [--size 1000000] [--plans] [--keep DIR] [--only PATTERN]`: measures how long
 * pages of lists take in a small and in a large organization. With `--keep`, the database stays in DIR for
 * another run. Writes aren't measured then, since measuring them drops indexes.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '1000000' },
      plans: { type: 'boolean', default: false },
      keep: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  });
  const large = { organizationId: 'org_large', envelopes: Number(values.size) };
  const directory = values.keep ?? mkdtempSync(join(tmpdir(), 'countersign-lists-'));
  const server = await startEmbedded(directory, { fsync: 'off', max_wal_size: '4GB', autovacuum: 'off' });
  const client = postgres({ ...toConnectionOptions(server.owner), max: 1, onnotice: () => undefined });
  const db = openDatabase(server.address, { connections: 1 });
  try {
    await migrate(server.owner);
    const owner = drizzle(client);
    await fillOnce(owner, [OTHER, large, SMALL]);
    await measureLists(owner, db, large, new RegExp(values.only), values.plans);
    if (values.keep === undefined) process.stdout.write(await measureWrites(owner, db, large.organizationId));
  } finally {
    await db.close();
    await client.end();
    await server.stop();
    if (values.keep === undefined) rmSync(directory, { recursive: true, force: true });
  }
}

async function measureLists(
  owner: Drizzle,
  db: Database,
  large: Population,
  only: RegExp,
  plans: boolean,
): Promise<void> {
  const sizes = [SMALL, large];
  const clock = await processClock(db);
  const lines: string[] = [];
  const asked = sizes.map(({ organizationId }) =>
    buildQuestions(organizationId).filter(({ name }) => only.test(name)),
  );
  for (const [index, { name }] of (asked[0] ?? []).entries()) {
    const figures: Figure[] = [];
    for (const [size, { organizationId }] of sizes.entries()) {
      const question = asked[size]?.[index];
      if (question === undefined) throw new Error('every organization is asked the same');
      figures.push(await measure(owner, db, clock, organizationId, question));
      const isOver = (figures[1]?.computed.p95 ?? 0) > TARGET_MS;
      if (plans && isOver) process.stdout.write(`${await explain(owner, db, organizationId, question)}\n`);
    }
    const missed = (figures[1]?.computed.p95 ?? 0) > TARGET_MS ? ' over' : '';
    lines.push(`| ${name.padEnd(44)} | ${figures.map(formatFigure).join(' | ')} |${missed}`);
    say(lines.at(-1) ?? '');
  }
  const heads = sizes.map(({ envelopes }) => `${envelopes}: median | p95 | passed: median | p95`);
  process.stdout.write([`| list | ${heads.join(' | ')} |`, ...lines, ''].join('\n'));
}

async function measure(
  owner: Drizzle,
  db: Database,
  clock: ProcessClock,
  organizationId: string,
  question: Question,
): Promise<Figure> {
  const runs = await planRuns(owner, organizationId, question);
  const computed: number[] = [];
  const passed: number[] = [];
  for (const [index, { filter, after, now }] of runs.entries()) {
    const [start, before] = [performance.now(), clock()];
    const list = async (tx: Transaction) => {
      const { ids } = await listEnvelopes(tx, organizationId, filter, { after, limit: PAGE, now });
      await readRows(tx, organizationId, ids);
    };
    await listTransaction(db, { organizationId }, list, ALONG_INDEXES);
    const [end, done] = [performance.now(), clock()];
    // The first calls run with cold caches.
    if (index < COLD_RUNS) continue;
    passed.push(end - start);
    computed.push(done - before);
  }
  return { computed: share(computed), passed: share(passed) };
}

async function planRuns(
  owner: Drizzle,
  organizationId: string,
  question: Question,
): Promise<{ filter: ListFilter; after: Place | null; now: Date }[]> {
  const now = new Date();
  const places = await Promise.all(
    question.filters.map((filter) =>
      question.deep ? pickRandomPlaces(owner, organizationId, filter, now) : [],
    ),
  );
  return Array.from({ length: RUNS }, (_, run) => {
    const which = run % question.filters.length;
    const filter = question.filters[which];
    if (filter === undefined) throw new Error(`${question.name} has no filter`);
    const found = places[which] ?? [];
    return { filter, after: found[run % found.length] ?? null, now };
  });
}

async function explain(
  owner: Drizzle,
  db: Database,
  organizationId: string,
  question: Question,
): Promise<string> {
  const [run] = await planRuns(owner, organizationId, question);
  if (run === undefined) return '';
  const plans: string[] = [];
  const page = { after: run.after, limit: PAGE, now: run.now };
  const list = (tx: Transaction) => listEnvelopes(withExplain(tx, plans), organizationId, run.filter, page);
  await listTransaction(db, { organizationId }, list, ALONG_INDEXES);
  return [`— ${question.name}`, ...plans].join('\n');
}

/** The same transaction, but each query is explained before it runs, one after another. */
function withExplain(tx: Transaction, plans: string[]): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const explainAndRun = async (query: ReturnType<typeof sql>) => {
    const rows = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, buffers) ${query}`);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    return await tx.execute(query);
  };
  return new Proxy(tx, {
    get(target, name) {
      if (name !== 'execute') return Reflect.get(target, name) as unknown;
      return (query: ReturnType<typeof sql>) => (last = last.then(() => explainAndRun(query)));
    },
  });
}

function share(times: readonly number[]): Share {
  const sorted = times.toSorted((left, right) => left - right);
  const getPercentile = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { median: getPercentile(0.5), p95: getPercentile(0.95) };
}

function formatFigure({ computed, passed }: Figure): string {
  return [computed.median, computed.p95, passed.median, passed.p95]
    .map((ms) => ms.toFixed(1).padStart(6))
    .join(' | ');
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
