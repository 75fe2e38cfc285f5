import { SignerProblem } from '#ui/signer/signer-api.ts';

/** Loads code that most signers don't need. Rejects with a `SignerProblem` if there is no connection. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new SignerProblem('network');
  }
}
