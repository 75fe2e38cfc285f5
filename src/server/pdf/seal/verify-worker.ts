import { createHash } from 'node:crypto';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { drawCurrent, type CurrentRequest } from '#server/pdf/drawing/current.ts';
import { excerptOf, type ExcerptRequest } from './excerpt.ts';
import { examineSeal } from './verify.ts';

/** Returns the seal's certificates (DER, leaf first). */
export function certificatesInThread(sealed: Uint8Array): Uint8Array[] {
  return examineSeal(sealed).certificates;
}

/** Returns some pages, transferred instead of copied. */
export async function excerptInThread(request: ExcerptRequest & { sealed: Uint8Array }): Promise<unknown> {
  const excerpt = await excerptOf(request.sealed, request);
  return move({ [transferableSymbol]: [excerpt.buffer], [valueSymbol]: excerpt });
}

/** Draws the answers so far, transferred instead of copied. */
export async function currentInThread(request: CurrentRequest): Promise<unknown> {
  const bytes = await drawCurrent(request);
  return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: bytes });
}

/** The result of verifying a sealed file, without its bytes. */
export type SealExamination = {
  readonly sha256: string;
  /** Why the seal is invalid, as part of a sentence; null if it's valid. */
  readonly fault: string | null;
  readonly signerName: string | null;
  /** SHA-256 of the document as signers saw it. */
  readonly presentedSha256: string | null;
};

/** Verifies a sealed file in a thread. */
export function examineInThread(sealed: Uint8Array): SealExamination {
  const { ok, reason, signerName, presentedLength } = examineSeal(sealed);
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  return {
    sha256: sha256(sealed),
    fault: ok ? null : (reason ?? 'it was not accepted'),
    signerName,
    presentedSha256: presentedLength === null ? null : sha256(sealed.subarray(0, presentedLength)),
  };
}
