import { availableParallelism, loadavg } from 'node:os';

/** Scales a time limit by how many processes compete for each core, so that a busy machine is slow and not wrong. */
export function patience(milliseconds: number): number {
  const [load = 0] = loadavg();
  return Math.round(milliseconds * Math.min(10, Math.max(1, load / availableParallelism())));
}
