import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { deploymentOn } from '../tests/slow/boot/crash/deployment.ts';
import { failoverOn } from '../tests/slow/boot/crash/failover.ts';
import { runDrill } from '../tests/slow/boot/crash/drill.ts';
import { seeded } from '../tests/slow/boot/crash/randomness.ts';

const PAUSE_MS: readonly [number, number] = [100, 1_500];
const ENVELOPES_PER_KILL = 3;
/** A failover takes longer than the repair of one process. */
const ENVELOPES_PER_FAILOVER = 60;

await main();

/**
 * `npm run drill -- [--failover] [--kills 300] [--minutes N] [--seed N]`: kills web servers, workers, the
 * database and the object store at random moments under load; with `--failover`, the primary of a cluster
 * under Patroni. Prints its findings as JSON. Exits with 1 if anything was lost or done twice.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      failover: { type: 'boolean', default: false },
      kills: { type: 'string', default: '300' },
      minutes: { type: 'string', default: 'Infinity' },
      seed: { type: 'string' },
    },
  });
  const kills = Number(values.kills);
  const seed = Number(values.seed ?? Date.now() % 2 ** 32);
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-drill-'));
  const victim = await (values.failover ? failoverOn(dataDir) : deploymentOn(dataDir));
  const struck: Record<string, number> = {};
  let longestPauseMs = 0;
  const startedAt = performance.now();
  try {
    const { expected, present, ...result } = await runDrill(victim, {
      kills,
      envelopesMax: kills * (values.failover ? ENVELOPES_PER_FAILOVER : ENVELOPES_PER_KILL),
      pauseMs: PAUSE_MS,
      random: seeded(seed),
      isTimeUp: () => performance.now() - startedAt > Number(values.minutes) * 60_000,
      onKill: (kill, target, pauseMs) => {
        longestPauseMs = Math.max(longestPauseMs, Math.round(pauseMs));
        struck[target] = (struck[target] ?? 0) + 1;
        process.stderr.write(`${kill + 1}: ${target}, ${(pauseMs / 1000).toFixed(1)} s\n`);
      },
    });
    const missing = expected.filter((name) => !present.includes(name));
    const isTwice = present.length > new Set(present).size;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const killed = Object.values(struck).reduce((sum, times) => sum + times, 0);
    const summary = {
      seed,
      kills: killed,
      struck,
      seconds,
      longestPauseMs,
      envelopes: present.length,
      missing,
      isTwice,
      ...result,
    };
    process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    if (missing.length > 0 || isTwice || Object.keys(result.faults).length > 0) process.exitCode = 1;
  } finally {
    await victim.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
