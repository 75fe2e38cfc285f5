import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { measureMoment } from './machine.ts';
import { type Sample, type Site, prepareSite } from './steady/site.ts';
import { startTraffic } from './steady/traffic.ts';

const SAMPLE_MS = 30_000;
/** The pause between two restarts, so that both web servers share the load again. */
const BETWEEN_MS = 3_000;

await main();

/**
 * `node bench/steady.ts [--rounds 3] [--minutes 0] [--lanes 4] [--pause 0]`: runs two web servers behind
 * haproxy and two workers under load. Restarts each of them in turn with SIGTERM, `--rounds` times, then
 * keeps going for `--minutes` and watches memory and descriptors. Prints its findings as JSON. Exits with 1
 * if a request failed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '0' },
      lanes: { type: 'string', default: '4' },
      pause: { type: 'string', default: '0' },
    },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-steady-'));
  const before = measureMoment();
  const site = await prepareSite(dataDir);
  try {
    await site.start();
    const { tally, stop } = await startTraffic(site.origin, {
      lanes: Number(values.lanes),
      pauseMs: Number(values.pause),
    });
    const exits = await restartEach(site, Number(values.rounds));
    const samples = await sampleMembers(site, Number(values.minutes) * 60_000);
    await stop();
    const sorted = tally.milliseconds.toSorted((one, other) => one - other);
    const getPercentile = (share: number) =>
      Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
    const { requests, failures, sealed } = tally;
    const found = {
      before,
      requests,
      failures,
      sealed,
      p50: getPercentile(0.5),
      p99: getPercentile(0.99),
      exits,
      samples,
    };
    process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Restarts each process in turn. Returns how each one ended. */
async function restartEach({ members }: Site, rounds: number): Promise<string[]> {
  const exits: string[] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const member of members) {
      await delay(BETWEEN_MS);
      const startedAt = performance.now();
      const code = await member.end();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      await member.start();
      exits.push(`${member.name}: ${code} after ${seconds} s`);
      process.stderr.write(`${exits.at(-1)}\n`);
    }
  return exits;
}

/** Samples each process at intervals. */
async function sampleMembers(
  { members }: Site,
  milliseconds: number,
): Promise<Record<string, readonly Sample[]>> {
  const samples = Object.fromEntries(members.map(({ name }) => [name, [] as Sample[]]));
  for (const until = performance.now() + milliseconds; performance.now() < until;) {
    await delay(SAMPLE_MS);
    for (const { name, sample } of members) samples[name]?.push(sample());
  }
  return samples;
}
