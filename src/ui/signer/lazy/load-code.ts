import { SignerProblem } from '#ui/signer/signer-api.ts';

/** Loads what most signers don't need. Rejects with a `SignerProblem` without a connection. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new SignerProblem('network');
  }
}
