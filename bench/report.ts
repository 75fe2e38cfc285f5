import type { Figure } from './figures.ts';
import { type Machine, machine, type Moment, moment } from './machine.ts';

/** A run's figures with what they depend on. */
export interface Report {
  readonly date: string;
  readonly machine: Machine;
  readonly before: Moment;
  readonly after: Moment;
  readonly figures: readonly Figure[];
}

/** Puts figures together with the machine that they were measured on. */
export function report(figures: readonly Figure[], before: Moment): Report {
  return { date: new Date().toISOString(), machine: machine(), before, after: moment(), figures };
}

/** The report as a table for people. */
export function table({ machine, before, after, figures }: Report): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, median, unit, target, met, rounds }) => {
    const verdict = met === null ? '' : `${target}${met ? '' : '  MISSED'}`;
    const range = `${shown(Math.min(...rounds))}–${shown(Math.max(...rounds))}`;
    return `${name.padEnd(width)}  ${shown(median).padStart(7)} ${unit.padEnd(4)} ${range.padEnd(15)} ${verdict}`.trimEnd();
  });
  return [
    `${machine.cores} cores (${machine.model}), Node ${machine.node}`,
    `before: ${described(before)}; after: ${described(after)}`,
    '',
    `${'median'.padStart(width + 9)}      range           target`,
    ...lines,
    '',
  ].join('\n');
}

function described({ load, calculationMs }: Moment): string {
  return `load ${load.toFixed(1)}, a fixed calculation in ${calculationMs.toFixed(0)} ms`;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
