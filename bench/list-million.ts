import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drizzle } from 'drizzle-orm/postgres-js';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import {
  openDatabase,
  connectionOptions,
  type Database,
  type Drizzle,
  type Transaction,
} from '#server/db/client.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { listEnvelopes, type ListFilter, type Place } from '#server/db/envelope-list.ts';
import { migrate } from '#server/db/migrate.ts';
import { withinSnapshot } from '#server/db/transaction.ts';
import { questionsFor, randomPlaces, type Question } from './list-million/questions.ts';
import { seed, type Population } from './list-million/seed.ts';
import { measureWrites } from './list-million/writes.ts';

const RUNS = 40;
const PAGE = 50;
const TARGET_MS = 25;
const SMALL: Population = { organizationId: 'org_small', envelopes: 10_000 };
const OTHER: Population = { organizationId: 'org_other', envelopes: 200_000 };

type Figure = { readonly median: number; readonly p95: number };

await main();

/** `node bench/list-million.ts [--size 1000000] [--plans]`: how long pages of lists take, in a small and in a large organization. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { size: { type: 'string', default: '1000000' }, plans: { type: 'boolean', default: false } },
  });
  const large = { organizationId: 'org_large', envelopes: Number(values.size) };
  const directory = mkdtempSync(join(tmpdir(), 'countersign-lists-'));
  const server = await startEmbedded(directory, { fsync: 'off', max_wal_size: '8GB', autovacuum: 'off' });
  const client = postgres({ ...connectionOptions(server.address), max: 1, onnotice: () => undefined });
  const db = openDatabase(server.address, 1);
  try {
    await migrate(server.address);
    const owner = drizzle(client);
    say(`filling ${directory} …`);
    const start = performance.now();
    await seed(owner, [OTHER, large, SMALL]);
    say(`filled in ${Math.round((performance.now() - start) / 1000)} s`);
    await measureLists(owner, db, large, values.plans);
    process.stdout.write(await measureWrites(owner, db, large.organizationId));
  } finally {
    await db.close();
    await client.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measureLists(owner: Drizzle, db: Database, large: Population, plans: boolean): Promise<void> {
  const sizes = [SMALL, large];
  const lines: string[] = [];
  let worst: { question: Question; p95: number } | null = null;
  const questions = new Map(
    sizes.map(({ organizationId }) => [organizationId, questionsFor(organizationId)]),
  );
  for (const [index, { name }] of questionsFor(large.organizationId).entries()) {
    const figures: Figure[] = [];
    for (const { organizationId } of sizes) {
      const question = questions.get(organizationId)?.[index];
      if (question === undefined) throw new Error('every organization is asked the same');
      const figure = await measure(owner, db, organizationId, question);
      figures.push(figure);
      if (organizationId === large.organizationId && figure.p95 > (worst?.p95 ?? 0))
        worst = { question, p95: figure.p95 };
      if (plans && organizationId === large.organizationId && figure.p95 > TARGET_MS)
        process.stdout.write(`${await explain(owner, db, organizationId, question)}\n`);
    }
    const missed = (figures[1]?.p95 ?? 0) > TARGET_MS ? '  over 25 ms' : '';
    lines.push(`| ${name.padEnd(42)} | ${figures.map(shown).join(' | ')} |${missed}`);
    say(lines.at(-1) ?? '');
  }
  process.stdout.write(
    [
      `| list | ${sizes.map(({ envelopes }) => `${envelopes}: median | p95`).join(' | ')} |`,
      ...lines,
      '',
    ].join('\n'),
  );
  if (plans && worst !== null)
    process.stdout.write(`${await explain(owner, db, large.organizationId, worst.question)}\n`);
}

async function measure(
  owner: Drizzle,
  db: Database,
  organizationId: string,
  question: Question,
): Promise<Figure> {
  const runs = await runsOf(owner, organizationId, question);
  const times: number[] = [];
  for (const [index, { filter, after, now }] of runs.entries()) {
    const start = performance.now();
    await withinSnapshot(db, { organizationId }, (tx) =>
      listEnvelopes(tx, organizationId, filter, { after, limit: PAGE, now }),
    );
    // The first calls find cold caches.
    if (index >= 3) times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  return { median: at(times, 0.5), p95: at(times, 0.95) };
}

async function runsOf(
  owner: Drizzle,
  organizationId: string,
  question: Question,
): Promise<{ filter: ListFilter; after: Place | null; now: Date }[]> {
  const now = new Date();
  const places = await Promise.all(
    question.filters.map((filter) => (question.deep ? randomPlaces(owner, organizationId, filter, now) : [])),
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
  const [run] = await runsOf(owner, organizationId, question);
  if (run === undefined) return '';
  const plans: string[] = [];
  await withinSnapshot(db, { organizationId }, (tx) =>
    listEnvelopes(explaining(tx, plans), organizationId, run.filter, {
      after: run.after,
      limit: PAGE,
      now: run.now,
    }),
  );
  return [`— ${question.name}`, ...plans].join('\n');
}

/** The same transaction, whose queries are explained before they run. */
function explaining(tx: Transaction, plans: string[]): Transaction {
  return new Proxy(tx, {
    get(target, name) {
      if (name !== 'execute') return Reflect.get(target, name) as unknown;
      return async (query: ReturnType<typeof sql>) => {
        const rows = await target.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, buffers) ${query}`);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return await target.execute(query);
      };
    },
  });
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function shown({ median, p95 }: Figure): string {
  return `${median.toFixed(1).padStart(6)} | ${p95.toFixed(1).padStart(6)}`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
