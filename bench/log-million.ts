import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { verifyConsistency, verifyInclusion } from '#domain/event/merkle-log.ts';
import { hashEntryLeaf } from '#domain/log/entry.ts';
import { readConfig } from '#server/runtime/config.ts';
import { openLog } from '#server/runtime/log.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { appendEntries, readConsistency, readInclusion, readRoot } from '#server/db/log/tiles.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import type { LogServices } from '#server/log/services.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { openStorage } from '#server/storage/open-storage.ts';

const BATCH = 5_000;
const PROOFS = 1000;

await main();

/**
 * `node bench/log-million.ts [--size 1000000]`: measures how long a checkpoint that adds a thousand entries
 * to a log of this size takes, and how long proofs take. Entries are random hashes, since their content
 * doesn't matter here.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } });
  const size = Number(values.size);
  const directory = mkdtempSync(join(tmpdir(), 'countersign-log-'));
  const server = await startEmbedded(directory, { fsync: 'off', max_wal_size: '4GB' });
  const db = openDatabase(server.address, { connections: 4 });
  try {
    await migrate(server.owner);
    const config = { ...readConfig({ DATA_DIR: directory, LOG_LEVEL: 'warn' }), database: server.address };
    const storage = openStorage(pathToFileURL(join(directory, 'blobs')).href);
    if (storage === null) throw new Error('no storage');
    await measure(
      {
        ...{ config, db, storage, clock: () => new Date() },
        ...{ outbound: openOutbound(config.outbound), log: openLog(config.logLevel) },
        timestamps: openTimestampServices({
          ...config.timestamps,
          clock: () => new Date(),
          onFailure: () => undefined,
        }),
      },
      size,
    );
  } finally {
    await db.close();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function measure(services: LogServices, size: number): Promise<void> {
  const { drizzle } = services.db;
  const entries: string[] = [];
  const append = async (count: number) => {
    const added = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
    await transaction(services.db, { dueRows: true }, (tx) => appendEntries(tx, entries.length, added));
    for (const entry of added) entries.push(entry);
  };
  const keeper = openLogKeeper(services);
  await print('filling the log', async () => {
    while (entries.length < size) await append(Math.min(BATCH, size - entries.length));
  });
  await print('first checkpoint, with a copy of every entry', () => keeper.round());
  await print('checkpoint over 1,000 more entries', async () => {
    await append(1000);
    await keeper.round();
  });

  const all = entries.length;
  const root = await readRoot(drizzle, all);
  const inclusions: number[] = [];
  const consistencies: number[] = [];
  for (let run = 0; run < PROOFS; run++) {
    const at = Math.floor(Math.random() * all);
    const started = performance.now();
    const proof = await readInclusion(drizzle, at, all);
    inclusions.push(performance.now() - started);
    const leaf = hashEntryLeaf(entries[at] ?? '', computeSha256Hex);
    if (!verifyInclusion({ leaf, position: at, size: all, root, proof }, computeSha256Hex))
      throw new Error(`the proof of entry ${at} is wrong`);

    const from = at + 1;
    const fromRoot = await readRoot(drizzle, from);
    const begun = performance.now();
    const path = await readConsistency(drizzle, from, all);
    consistencies.push(performance.now() - begun);
    if (!verifyConsistency({ from, to: all, fromRoot, toRoot: root, proof: path }, computeSha256Hex))
      throw new Error(`the proof from ${from} is wrong`);
  }
  process.stdout.write(
    `inclusion proof: ${formatPercentiles(inclusions)}\nconsistency proof: ${formatPercentiles(consistencies)}\n`,
  );
}

async function print(what: string, work: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await work();
  process.stdout.write(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s\n`);
}

function formatPercentiles(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const formatPercentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  const longest = (sorted.at(-1) ?? 0).toFixed(2);
  return `median ${formatPercentile(0.5)} ms, 95th percentile ${formatPercentile(0.95)} ms, 99th ${formatPercentile(0.99)} ms, longest ${longest} ms`;
}
