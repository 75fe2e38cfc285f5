import { verify } from '#verify/verify.ts';

/** What has to be right in a file that was just sealed. Its evidence was made by the caller. */
const OWN = ['file', 'seal', 'time', 'long_term'] as const;

/** Throws if a file that was just sealed isn't what a stranger's verifier accepts. */
export async function refuseInvalidSeal(bytes: Uint8Array, now: Date): Promise<void> {
  const { results } = await verify(bytes, { now });
  const wrong = results.find(
    ({ check, outcome }) => outcome === 'failed' && OWN.some((own) => own === check),
  );
  if (wrong) throw new Error(`the seal does not verify: ${wrong.code} ${wrong.detail ?? ''}`.trim());
}
