import { availableParallelism, loadavg } from 'node:os';

/**
 * Scales a time limit by how many processes compete for each core, so that a busy machine makes tests slow
 * instead of failing them.
 */
export function patience(milliseconds: number): number {
  const [load = 0] = loadavg();
  return Math.round(milliseconds * Math.min(10, Math.max(1, load / availableParallelism())));
}

/** Time limit in milliseconds for a test whose first Word file may have to wait for LibreOffice to start. */
export const CONVERTER_START_MS = 180_000;
