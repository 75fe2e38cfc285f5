import { verify } from '#verify/verify.ts';

/**
 * The checks that a file must pass right after it was sealed. The evidence isn't checked because the caller
 * made it.
 */
const OWN = ['file', 'seal', 'time', 'long_term'] as const;

/** Throws if any verifier would reject a file that was just sealed. */
export async function refuseInvalidSeal(bytes: Uint8Array, now: Date): Promise<void> {
  const { results } = await verify(bytes, { now });
  const wrong = results.find(
    ({ check, outcome }) => outcome === 'failed' && OWN.some((own) => own === check),
  );
  if (wrong) throw new Error(`the seal does not verify: ${wrong.code} ${wrong.detail ?? ''}`.trim());
}
