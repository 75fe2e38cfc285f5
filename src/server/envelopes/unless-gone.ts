import { Refusal } from '#domain/errors.ts';

/** Runs a change of an envelope. Returns null if the envelope is gone. */
export async function runUnlessGone<T>(change: () => Promise<T>): Promise<T | null> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return null;
    throw error;
  }
}
