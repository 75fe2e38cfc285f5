import { createHash } from 'node:crypto';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { certificateExcerpt } from '#server/pdf/certificate/excerpt.ts';
import { examineSeal } from './verify.ts';

/** What a thread for readings runs: the certificates (DER, leaf first) that the seal of a document carries. */
export function certificatesInThread(sealed: Uint8Array): Uint8Array[] {
  return examineSeal(sealed).certificates;
}

/** What a thread for readings runs: the certificate pages, handed over without copying them. */
export async function excerptInThread(request: { sealed: Uint8Array; firstPage: number }): Promise<unknown> {
  const excerpt = await certificateExcerpt(request.sealed, request.firstPage);
  return move({ [transferableSymbol]: [excerpt.buffer], [valueSymbol]: excerpt });
}

/** What an examination of a sealed file found, without its bytes. */
export type SealExamination = {
  readonly sha256: string;
  /** Why the seal does not hold, as a sentence part; null where it does. */
  readonly fault: string | null;
  readonly signerName: string | null;
  /** SHA-256 of the part that is the document as it was presented to the signers. */
  readonly presentedSha256: string | null;
};

/** What a thread for readings runs: the examination of a sealed file. */
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
