import { cpus, loadavg, release, totalmem } from 'node:os';

/** What figures depend on besides the program. */
export interface Machine {
  readonly cores: number;
  readonly model: string;
  readonly memoryBytes: number;
  readonly kernel: string;
  readonly node: string;
}

/** How idle the machine was at a moment. Other programs show up here. */
export interface Moment {
  /** Runnable processes, averaged over a minute. */
  readonly load: number;
  /** Milliseconds for a fixed calculation. */
  readonly calculationMs: number;
}

const STEPS = 100_000_000;

/** Describes the machine. */
export function describeMachine(): Machine {
  return {
    cores: cpus().length,
    model: cpus()[0]?.model ?? 'unknown',
    memoryBytes: totalmem(),
    kernel: release(),
    node: process.version,
  };
}

/** Measures how idle the machine is now. */
export function measureMoment(): Moment {
  const start = performance.now();
  let state = 1;
  for (let step = 0; step < STEPS; step += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const calculationMs = performance.now() - start;
  // Uses the result, so that the engine can't skip the calculation.
  return { load: state === 0 ? Number.NaN : (loadavg()[0] ?? 0), calculationMs };
}
