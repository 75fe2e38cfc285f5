/** Work that ended before its result because nobody waits for it any longer, or the program stops. Nothing is wrong with either. */
export class WorkCutShort extends Error {
  override readonly name = 'WorkCutShort';
}

const CAUSES_MAX = 6;

/** Tells whether an error, or what caused it, is work that was cut short. */
export function isCutShort(thrown: unknown): boolean {
  for (
    let error = thrown, depth = 0;
    error instanceof Error && depth < CAUSES_MAX;
    error = error.cause, depth++
  )
    if (error instanceof WorkCutShort) return true;
  return false;
}
