import type { Figure } from './figures.ts';
import { type Machine, describeMachine, type Moment, measureMoment } from './machine.ts';

/** A run's figures, and what they depend on. */
export interface Report {
  readonly date: string;
  readonly machine: Machine;
  readonly before: Moment;
  readonly after: Moment;
  readonly figures: readonly Figure[];
}

/** Combines figures with the machine they were measured on. */
export function report(figures: readonly Figure[], before: Moment): Report {
  return {
    date: new Date().toISOString(),
    machine: describeMachine(),
    before,
    after: measureMoment(),
    figures,
  };
}

/** Formats the report as a table for people. */
export function formatReport({ machine, before, after, figures }: Report): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map(({ name, median, unit, target, met, rounds }) => {
    const verdict = met === null ? '' : `${target}${met ? '' : '  MISSED'}`;
    const range = `${formatValue(Math.min(...rounds))}–${formatValue(Math.max(...rounds))}`;
    return `${name.padEnd(width)}  ${formatValue(median).padStart(7)} ${unit.padEnd(4)} ${range.padEnd(15)} ${verdict}`.trimEnd();
  });
  return [
    `${machine.cores} cores (${machine.model}), Node ${machine.node}`,
    `before: ${formatMoment(before)}; after: ${formatMoment(after)}`,
    '',
    `${'median'.padStart(width + 9)}      range           target`,
    ...lines,
    '',
  ].join('\n');
}

function formatMoment({ load, calculationMs }: Moment): string {
  return `load ${load.toFixed(1)}, a fixed calculation in ${calculationMs.toFixed(0)} ms`;
}

function formatValue(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
