import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import {
  toConnectionOptions,
  openDatabase,
  type Database,
  type Drizzle,
  type Transaction,
} from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { readEvents, readHead } from '#server/db/envelopes/envelopes.ts';
import { readEventFeed } from '#server/db/log/event-feed.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { processClock } from './list-million/process-clock.ts';

const MONTHS = 36;
const EVENTS = 8;
const RUNS = 300;
/** Enough that some of them are placed with cached plans. */
const APPENDS = 1500;
const COLD_RUNS = 20;
const PAGE = 50;
const ORGANIZATION = 'org_large';

await main();

/**
 * `node bench/event-months.ts [--envelopes 40000]`: measures what reading and appending events costs when
 * there are three years of them.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { envelopes: { type: 'string', default: '40000' } } });
  const envelopes = Number(values.envelopes);
  const directory = mkdtempSync(join(tmpdir(), 'countersign-events-'));
  const server = await startEmbedded(directory, { fsync: 'off', max_wal_size: '4GB', autovacuum: 'off' });
  const client = postgres({ ...toConnectionOptions(server.owner), max: 1, onnotice: () => undefined });
  const db = openDatabase(server.address, { connections: 1 });
  try {
    await migrate(server.owner);
    await fill(drizzle(client), envelopes);
    await measureAll(db, envelopes);
    await tellSizes(drizzle(client), envelopes);
  } finally {
    await db.close();
    await client.end();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Fills the months before this one. Earlier versions have no partitions that would have to be created first.
 */
async function fill(owner: Drizzle, envelopes: number): Promise<void> {
  const count = sql.raw(String(envelopes));
  const [made] = await owner.execute<{ there: boolean }>(
    sql`select to_regproc('make_event_partition') is not null as there`,
  );
  for (let month = 1; made?.there === true && month <= MONTHS; month += 1)
    await owner.execute(sql`select make_event_partition((now() - make_interval(months => ${month}))::date)`);
  await owner.execute(sql`
    create table bench_ids as
      select n, created, (
        select 'env_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from created) * 1000)::bigint >> (5 * place) & 31)::integer + 1, 1), '' order by place desc)
        from generate_series(0, 9) as place) || left(md5(n::text), 16) as id
      from (
        select n, date_trunc('day', now()) - interval '36 months' + n * (interval '36 months' / ${count}) as created
        from generate_series(1, ${count}) as n) as drawn`);
  await owner.execute(sql`grant select on bench_ids to countersign_app`);
  await owner.execute(sql`set session_replication_role = replica`);
  await owner.execute(
    sql`insert into organizations (id, name, created_at, updated_at) values (${ORGANIZATION}, 'Large', now(), now())`,
  );
  await owner.execute(
    sql`insert into teams (id, organization_id, name, created_at) values ('team_1', ${ORGANIZATION}, 'All', now())`,
  );
  await owner.execute(sql`
    insert into envelopes (id, organization_id, team_id, status, detection_status, version, original_filename, display_name,
      source_format, delivery_mode, legal_framework, consumer_disclosure, sender_name, sender_email, latest_action,
      latest_action_at, standing_attention, created_at, updated_at)
    select id, ${ORGANIZATION}, 'team_1', 'draft', 'none', 1, 'a.pdf', 'Agreement ' || n, 'pdf', 'inline', 'esign_ueta',
      false, 'Sam', 'sam@example.com', 'envelope.created', created, '{}', created, created
    from bench_ids`);
  await owner.execute(sql`
    insert into events (id, envelope_id, organization_id, seq, actor_type, action, occurred_at, salt, digest, prev_hash, hash, payload, position)
    select 'evt_' || left(md5(n || '-' || seq), 26), id, ${ORGANIZATION}, seq, 'system', 'envelope.sent',
      created + seq * interval '1 minute', repeat('5', 32), repeat('d', 64), repeat('b', 64), repeat(seq::text, 64),
      jsonb_build_object('note', repeat('x', 200)), (n - 1) * ${sql.raw(String(EVENTS))} + seq
    from bench_ids, generate_series(1, ${sql.raw(String(EVENTS))}) as seq`);
  if (made?.there === true)
    await owner.execute(
      sql`insert into event_feeds values (${ORGANIZATION}, ${envelopes * EVENTS}, 1, 'bench')`,
    );
  await owner.execute(sql`set session_replication_role = origin`);
  await owner.execute(sql`vacuum analyze`);
}

async function measureAll(db: Database, envelopes: number): Promise<void> {
  const clock = await processClock(db);
  const ids = (await db.drizzle.execute<{ id: string }>(sql`select id from bench_ids order by n`)).map(
    ({ id }) => id,
  );
  const pickId = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
  const [newest] = ids.slice(-1);
  let seq = EVENTS;
  const append = (tx: Transaction, id: string) => {
    seq += 1;
    return tx.execute(sql`
      insert into events (id, envelope_id, organization_id, seq, actor_type, action, occurred_at, digest, prev_hash, hash)
      values (${`evt_${seq}`}, ${id}, ${ORGANIZATION}, ${seq}, 'system', 'envelope.sent', now(), 'd',
        ${String(seq - 1)
          .repeat(64)
          .slice(0, 64)}, ${String(seq).repeat(64).slice(0, 64)})`);
  };
  const readFeed = (tx: Transaction, after: number) =>
    readEventFeed(tx, ORGANIZATION, { after, limit: PAGE });
  const last = envelopes * EVENTS;
  const questions: readonly (readonly [string, (tx: Transaction) => Promise<unknown>])[] = [
    ['events of an envelope', (tx) => readEvents(tx, ORGANIZATION, pickId())],
    ['the head of its chain', (tx) => readHead(tx, pickId())],
    ['feed: nothing new', (tx) => readFeed(tx, last)],
    ['feed: 50 of the past', (tx) => readFeed(tx, Math.floor(Math.random() * (last - PAGE)))],
  ];
  for (const [name, ask] of questions) say(name, await measureRuns(db, clock, ask, RUNS));
  say('append an event', await measureRuns(db, clock, (tx) => append(tx, newest ?? ''), APPENDS));
  // Appended events don't have a position yet.
  const placing: number[] = [];
  for (;;) {
    const start = clock();
    const placed = await transaction(db, { organizationId: ORGANIZATION }, async (tx) => {
      const [row] = await tx.execute<{ placed: number }>(sql`select placed from place_events(${PAGE})`);
      return row?.placed ?? 0;
    });
    if (placed < PAGE) break;
    placing.push(clock() - start);
  }
  say('feed: give 50 their position', placing);
}

async function measureRuns(
  db: Database,
  clock: () => number,
  ask: (tx: Transaction) => Promise<unknown>,
  runs: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs + COLD_RUNS; run += 1)
    await transaction(db, { organizationId: ORGANIZATION }, async (tx) => {
      const start = clock();
      await ask(tx);
      times.push(clock() - start);
    });
  return times.slice(COLD_RUNS);
}

async function tellSizes(owner: Drizzle, envelopes: number): Promise<void> {
  const [sizes] = await owner.execute<{ rows: string; keys: string }>(sql`
    select sum(pg_table_size(relid)) as rows, sum(pg_indexes_size(relid)) as keys from pg_partition_tree('events')`);
  const [plain] = await owner.execute<{ rows: string; keys: string }>(
    sql`select pg_table_size('events') as rows, pg_indexes_size('events') as keys`,
  );
  const { rows, keys } =
    Number(sizes?.rows ?? 0) > 0 && sizes !== undefined ? sizes : (plain ?? { rows: '0', keys: '0' });
  const formatPerEnvelope = (bytes: string) => `${(Number(bytes) / envelopes / 1000).toFixed(2)} kB`;
  process.stdout.write(
    `an envelope’s events: table ${formatPerEnvelope(rows)}, indexes ${formatPerEnvelope(keys)}\n`,
  );
}

function say(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((left, right) => left - right);
  const formatPercentile = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(2);
  process.stdout.write(`| ${name.padEnd(30)} | ${formatPercentile(0.5)} | ${formatPercentile(0.95)} |\n`);
}
