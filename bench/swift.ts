import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { withEncryption } from '#server/storage/encrypted/driver.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { startSwift, swiftObstacle } from '../tests/support/swift.ts';
import { computeMedian, measureMilliseconds } from './figures.ts';
import { measureMoment } from './machine.ts';

const BYTES = 10_000_000;
const ROUNDS = 10;
const KEY = 'org_1/uploads/env_1';

await main();

/**
 * `node bench/swift.ts`: measures how long storing and reading a document of 10 MB takes in OpenStack Swift
 * (Debian's packages, as root), plain and encrypted in turn.
 */
async function main(): Promise<void> {
  if (swiftObstacle !== null) throw new Error(`Swift ${swiftObstacle}`);
  const directory = mkdtempSync(join(tmpdir(), 'countersign-swift-'));
  const swift = await startSwift(directory);
  try {
    const plain = openStorage(swift.url);
    if (plain === null) throw new Error('no storage');
    const dataKey = { id: 'sto_1', key: randomBytes(32) };
    const encrypted = withEncryption(plain, {
      current: () => Promise.resolve(dataKey),
      named: () => Promise.resolve(dataKey),
    });
    const stores = { plain, encrypted };
    const times: Record<string, number[]> = {};
    process.stdout.write(`load ${measureMoment().load.toFixed(1)}\n`);
    // The first round runs before anything has been compiled.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [name, store] of Object.entries(stores)) {
        const bytes = randomBytes(BYTES);
        const put = await measureMilliseconds(() => store.put(KEY, bytes));
        const get = await measureMilliseconds(async () => {
          const blob = await store.get(KEY);
          if (blob === null || !(await buffer(blob.stream)).equals(bytes)) throw new Error('other bytes');
        });
        if (round === 0) continue;
        (times[`put ${name}`] ??= []).push(put);
        (times[`get ${name}`] ??= []).push(get);
      }
    for (const [name, values] of Object.entries(times)) {
      const [fastest, slowest] = [Math.min(...values), Math.max(...values)].map(Math.round);
      process.stdout.write(`${name}: ${Math.round(computeMedian(values))} ms (${fastest}–${slowest})\n`);
    }
  } finally {
    await swift.stop();
    rmSync(directory, { recursive: true });
  }
}
