import { availableParallelism, totalmem } from 'node:os';

/** What LibreOffice and its document may need, with room for the rest of the program. */
const BYTES_EACH = 4e9;
const MOST = 4;

/** Returns how many DOCX files this machine, or the container it runs in, can convert at the same time. */
export function countConversionWorkers(
  cpus = availableParallelism(),
  // 0 stands for an unknown limit.
  memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number {
  return Math.max(1, Math.min(MOST, cpus, Math.floor(memoryBytes / BYTES_EACH)));
}
