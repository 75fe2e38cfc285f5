/**
 * Thrown by work that ended without a result because nobody is waiting for it any longer or the program is
 * stopping. Neither case is a fault.
 */
export class WorkCutShort extends Error {
  override readonly name = 'WorkCutShort';
}

const CAUSES_MAX = 6;

/** Checks whether an error, or one of its causes, is work that was cut short. */
export function isCutShort(thrown: unknown): boolean {
  for (
    let error = thrown, depth = 0;
    error instanceof Error && depth < CAUSES_MAX;
    error = error.cause, depth++
  )
    if (error instanceof WorkCutShort) return true;
  return false;
}
