import { cpus, loadavg, release, totalmem } from 'node:os';

import type { Figure } from './figures.ts';

/** A run's figures with what they depend on. */
export interface Report {
  readonly date: string;
  readonly machine: {
    readonly cores: number;
    readonly model: string;
    readonly memoryBytes: number;
    readonly kernel: string;
    readonly node: string;
  };
  /** Processes that wanted to run, averaged over a minute, before and after: anything else on the machine shows here. */
  readonly load: { readonly before: number; readonly after: number };
  readonly figures: readonly Figure[];
}

/** The machine's load over the last minute. */
export function load(): number {
  return loadavg()[0] ?? 0;
}

/** Puts figures together with the machine that they were measured on. */
export function report(figures: readonly Figure[], loadBefore: number): Report {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString(),
    machine: {
      cores: cpus().length,
      model: cpu?.model ?? 'unknown',
      memoryBytes: totalmem(),
      kernel: release(),
      node: process.version,
    },
    load: { before: loadBefore, after: load() },
    figures,
  };
}

/** The report as a table for people. */
export function table({ machine, load: { before, after }, figures }: Report): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, median, unit, target, met, rounds }) => {
    const verdict = met === null ? '' : `${target}${met ? '' : '  MISSED'}`;
    const range = `${shown(Math.min(...rounds))}–${shown(Math.max(...rounds))}`;
    return `${name.padEnd(width)}  ${shown(median).padStart(7)} ${unit.padEnd(4)} ${range.padEnd(15)} ${verdict}`.trimEnd();
  });
  const head = `${machine.cores} cores (${machine.model}), Node ${machine.node}, load ${before.toFixed(1)} before and ${after.toFixed(1)} after`;
  return [head, '', `${'median'.padStart(width + 9)}      range           target`, ...lines, ''].join('\n');
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
