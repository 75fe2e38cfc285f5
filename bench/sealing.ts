import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { type Extent, type Figure, figure, median } from './figures.ts';
import type { SealingMeasured } from './sealing-process.ts';

const SIZES = [
  { pages: 1, target: null, timed: null },
  { pages: 10, target: { atMost: 60 }, timed: { atMost: 1.3 } },
  { pages: 100, target: null, timed: { atMost: 1.3 } },
  { pages: 500, target: { atMost: 300 }, timed: { atMost: 1.3 } },
] as const;

/** Intake and sealing of documents of several sizes, each size in a process of its own so that its peak memory is its own. */
export async function benchSealing({ rounds }: Extent): Promise<Figure[]> {
  const intake: Figure[] = [];
  const sealing: Figure[] = [];
  const memory: Figure[] = [];
  for (const { pages, target, timed } of SIZES) {
    const measured = await inProcess(pages, 3 * rounds);
    const size = `${pages} page${pages === 1 ? '' : 's'}`;
    intake.push(figure(`intake, ${size}`, 'ms', measured.intakeMs));
    intake.push(figure(`of it, comparing ink, ${size}`, 'ms', measured.gateMs));
    sealing.push(figure(`seal, ${size}`, 'ms', measured.sealMs, target));
    sealing.push(figure(`seal with a timestamp, ${size}`, 'ms', measured.timedMs));
    const ratio = median(measured.timedMs) / median(measured.sealMs);
    sealing.push(figure(`seal with a timestamp, ${size}`, '× without', [ratio], timed));
    sealing.push(figure(`of it, looking at drawn pages, ${size}`, 'ms', measured.lookMs));
    memory.push(figure(`peak memory of a sealing process, ${size}`, 'MB', [measured.peakRssBytes / 1e6]));
  }
  return [...intake, ...sealing, ...memory];
}

function inProcess(pages: number, rounds: number): Promise<SealingMeasured> {
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
