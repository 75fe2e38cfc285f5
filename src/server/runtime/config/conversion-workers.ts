import { availableParallelism, totalmem } from 'node:os';

/**
 * The memory that LibreOffice and its document may need, in bytes, with some left for the rest of the
 * program.
 */
const BYTES_EACH = 4e9;
const MOST = 4;

/**
 * Returns how many DOCX files this machine, or the container that it runs in, can convert at the same time.
 */
export function countConversionWorkers(
  cpus = availableParallelism(),
  // A limit of 0 means unknown.
  memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number {
  return Math.max(1, Math.min(MOST, cpus, Math.floor(memoryBytes / BYTES_EACH)));
}
