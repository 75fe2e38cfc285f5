import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { runDrill } from './crash/drill.ts';
import { seeded } from './crash/randomness.ts';
import { type Victim, victimOn } from './crash/victim.ts';

let dataDir: string;
let victim: Victim;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
  victim = await victimOn(dataDir);
});
afterEach(async () => {
  await victim.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('twenty kills at random moments lose nothing and do nothing twice', { timeout: 480_000 }, async () => {
  const seed = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 32);
  console.log(`CRASH_SEED=${seed} repeats these plans and moments`);
  const random = seeded(seed);
  const result = await runDrill(victim, { kills: 20, envelopesMax: 60, pauseMs: [100, 1500], random });
  expect(result.faults).toEqual({});
  expect(result.present).toEqual(result.expected);
  expect(result.sealed).toBeGreaterThan(4);
});
