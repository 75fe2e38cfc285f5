import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { findRoutes } from '#server/http/rest/routes.ts';
import { getSurface } from '#server/surface/table.ts';
import { verify } from '#verify/verify.ts';
import {
  exampleAuthority,
  examplePicture,
  exampleRequest,
} from '../tests/pdf/support/seal-request-example.ts';
import { seal } from '../tests/pdf/support/seal-in-place.ts';
import { sealableDocument } from '../tests/pdf/support/sealable-document.ts';
import { computeMedian } from './figures.ts';

const BUDGET = new URL('./budget.json', import.meta.url);
const ROUNDS = 7;
/**
 * How many times its budget a piece of work may take. Other programs on the machine slow some work more than the
 * calculation, and processors differ.
 */
const MARGIN = 2.5;

type Budget = { readonly calibrated: Readonly<Record<string, number>> };

/**
 * Compares the processor time of pieces of work with the budget, in multiples of a fixed calculation that runs in
 * turn with them. Returns a line for each, and whether none takes several times its budget. With
 * `UPDATE_SNAPSHOT=1`, it writes the budget instead.
 */
export async function checkCalibrated(): Promise<{ lines: readonly string[]; isWithin: boolean }> {
  const found = await measureCalibrated();
  const budget = JSON.parse(readFileSync(BUDGET, 'utf8')) as Budget;
  const calibrated = process.env['UPDATE_SNAPSHOT'] === '1' ? found : budget.calibrated;
  if (calibrated === found)
    writeFileSync(BUDGET, `${JSON.stringify({ ...budget, calibrated: found }, null, 2)}\n`);
  const isOver = (name: string) => (found[name] ?? Infinity) > (calibrated[name] ?? 0) * MARGIN;
  const names = [...new Set([...Object.keys(calibrated), ...Object.keys(found)])];
  return {
    lines: names.map(
      (name) =>
        `${name}: ${found[name]} of ${calibrated[name]}${isOver(name) ? `  MORE THAN ${MARGIN} TIMES ITS BUDGET` : ''}`,
    ),
    isWithin: !names.some(isOver),
  };
}

async function measureCalibrated(): Promise<Record<string, number>> {
  const works = await prepareWorks();
  const ratios = Object.fromEntries(Object.keys(works).map((name) => [name, [] as number[]]));
  // The first round compiles the code and loads fonts.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const unit = await measureProcessorMs(calculate);
    for (const [name, work] of Object.entries(works)) {
      const ratio = (await measureProcessorMs(work)) / unit;
      if (round > 0) ratios[name]?.push(ratio);
    }
  }
  return Object.fromEntries(
    Object.entries(ratios).map(([name, values]) => [name, Number(computeMedian(values).toPrecision(2))]),
  );
}

async function prepareWorks(): Promise<Record<string, () => unknown>> {
  const { signer } = await exampleAuthority();
  const place = { x: 0.1, y: 0.8, width: 0.3, height: 0.05 };
  const createRequest = async (pages: number) =>
    exampleRequest(
      await sealableDocument(Array.from({ length: pages }, () => ({}))),
      signer,
      Array.from({ length: Math.min(pages, 10) }, (_, index) => [
        { ...place, page: index + 1, type: 'text' as const, value: 'Malmö · 東京' },
        {
          ...{ ...place, x: 0.6, page: index + 1, type: 'signature' as const, value: 'true' },
          mark: { kind: 'drawn' as const, image: examplePicture() },
        },
      ]).flat(),
    );
  const short = await createRequest(10);
  const long = await createRequest(500);
  const { bytes } = await seal(short);
  return {
    'seal 10 pages': () => seal(short),
    'seal 500 pages': () => seal(long),
    'verify 10 pages': () => verify(bytes),
    'find 20,000 routes': () => {
      for (let count = 0; count < 20_000; count += 1) {
        const path = `/api/v1/envelopes/env_${count}`;
        if (findRoutes(path).length === 0 || getSurface(path).method !== 'developer')
          throw new Error('an envelope has no route');
      }
    },
  };
}

/** What everything else is measured by: whole numbers, objects and hashes. */
function calculate(): void {
  let state = 1;
  for (let step = 0; step < 20_000_000; step += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: `row_${index}`, value: index ^ state }));
  const text = JSON.stringify(rows.sort((one, other) => one.value - other.value));
  const copy = JSON.parse(text) as typeof rows;
  const digest = createHash('sha256').update(JSON.stringify(copy)).digest('hex');
  if (digest.length !== 64) throw new Error('a hash has 64 digits');
}

async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
