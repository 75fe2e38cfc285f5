import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { type Extent, type Figure, createFigure, computeMedian } from './figures.ts';
import type { SealingMeasured } from './sealing-process.ts';

const SIZES = [
  { pages: 1, target: null, timed: null },
  { pages: 10, target: { atMost: 60 }, timed: { atMost: 1.3 } },
  { pages: 100, target: null, timed: { atMost: 1.3 } },
  { pages: 500, target: { atMost: 300 }, timed: { atMost: 1.3 } },
] as const;

/**
 * Measures intake and sealing for several sizes of documents. Each size runs in a process of its own, so that
 * its peak memory is measured separately.
 */
export async function benchSealing({ rounds }: Extent): Promise<Figure[]> {
  const intake: Figure[] = [];
  const sealing: Figure[] = [];
  const memory: Figure[] = [];
  for (const { pages, target, timed } of SIZES) {
    const measured = await runInProcess(pages, 3 * rounds);
    const size = `${pages} page${pages === 1 ? '' : 's'}`;
    intake.push(createFigure(`intake, ${size}`, 'ms', measured.intakeMs));
    intake.push(createFigure(`of it, comparing ink, ${size}`, 'ms', measured.gateMs));
    sealing.push(createFigure(`seal, ${size}`, 'ms', measured.sealMs, target));
    sealing.push(createFigure(`seal with a timestamp, ${size}`, 'ms', measured.timedMs));
    const ratio = computeMedian(measured.timedMs) / computeMedian(measured.sealMs);
    sealing.push(createFigure(`seal with a timestamp, ${size}`, '× without', [ratio], timed));
    sealing.push(createFigure(`of it, looking at drawn pages, ${size}`, 'ms', measured.lookMs));
    memory.push(
      createFigure(`peak memory of a sealing process, ${size}`, 'MB', [measured.peakRssBytes / 1e6]),
    );
  }
  return [...intake, ...sealing, ...memory];
}

function runInProcess(pages: number, rounds: number): Promise<SealingMeasured> {
  const program = fileURLToPath(new URL('./sealing-process.ts', import.meta.url));
  const child = fork(program, [String(pages), String(rounds)]);
  return new Promise((resolve, reject) => {
    let answer: SealingMeasured | undefined;
    child.once('message', (message) => (answer = message as SealingMeasured));
    child.once('error', reject);
    child.once('close', (code) => {
      if (answer === undefined) reject(new Error(`the sealing process ended with code ${code}`));
      else resolve(answer);
    });
  });
}
