import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { benchAnchors } from './anchors.ts';
import { benchAttacks } from './attacks/attacks.ts';
import { checkCalibrated } from './calibrated.ts';
import { benchDashboard } from './dashboard.ts';
import { benchEditor } from './editor.ts';
import type { Extent, Figure } from './figures.ts';
import { benchLifecycles } from './lifecycles.ts';
import { benchMerging } from './merging.ts';
import { benchReads } from './reads.ts';
import { measureMoment } from './machine.ts';
import { report, formatReport } from './report.ts';
import { benchSealing } from './sealing.ts';
import { startServer } from './server.ts';
import { benchSlowNetwork } from './slow-network.ts';
import { benchUploads } from './uploads.ts';
import { benchVerifying } from './verifying.ts';

const FULL: Extent = { rounds: 5, lifecycles: 60, seconds: 5, envelopes: 1000 };
const QUICK: Extent = { rounds: 3, lifecycles: 12, seconds: 1, envelopes: 100 };

/** The benchmarks by the name for `--only`: those that need a server, and those that don't. */
const BENCHMARKS = {
  lifecycles: benchLifecycles,
  reads: benchReads,
  uploads: benchUploads,
  editor: benchEditor,
  dashboard: benchDashboard,
  'slow-network': benchSlowNetwork,
  attacks: benchAttacks,
} as const;
const SERVERLESS = {
  sealing: benchSealing,
  anchors: benchAnchors,
  merging: benchMerging,
  verifying: benchVerifying,
} as const;
const NAMES = [...Object.keys(BENCHMARKS), ...Object.keys(SERVERLESS)];

await main();

/**
 * `npm run bench -- [--quick] [NAME] [--json FILE]`: runs all benchmarks or one, and prints a table. `--only
 * NAME` does the same as NAME. `--check` compares processor time with bench/budget.json instead, and fails if a
 * piece of work takes several times its budget.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'string' },
    },
  });
  if (values.check) {
    const { lines, isWithin } = await checkCalibrated();
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exit(isWithin ? 0 : 1);
  }
  const only = values.only ?? positionals[0];
  if (only !== undefined && !NAMES.includes(only))
    throw new Error(`there is no benchmark ${only}, only ${NAMES.join(', ')}`);
  const extent = values.quick ? QUICK : FULL;
  const isWanted = (name: string) => only === undefined || only === name;
  const before = measureMoment();

  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(BENCHMARKS)) {
    if (!isWanted(name)) continue;
    process.stderr.write(`measuring ${name} …\n`);
    const server = await startServer();
    try {
      figures.push(...(await bench(server, extent)));
    } finally {
      await server.stop();
    }
  }
  for (const [name, bench] of Object.entries(SERVERLESS)) {
    if (!isWanted(name)) continue;
    process.stderr.write(`measuring ${name} …\n`);
    figures.push(...(await bench(extent)));
  }
  const measured = report(figures, before);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measured, null, 2)}\n`);
  process.stdout.write(formatReport(measured));
}
