import { availableParallelism, loadavg } from 'node:os';

/** Scales a time limit by how many processes compete for each core, so that a busy machine is slow and not wrong. */
export function patience(milliseconds: number): number {
  const [load = 0] = loadavg();
  return Math.round(milliseconds * Math.min(10, Math.max(1, load / availableParallelism())));
}

/** Time limit of a test in milliseconds whose first Word file may have to wait until LibreOffice has started. */
export const CONVERTER_START_MS = 180_000;
