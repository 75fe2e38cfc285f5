import { move, transferableSymbol, valueSymbol } from 'piscina';
import { drawCurrentDocument, type CurrentRequest } from '#server/pdf/drawing/current.ts';
import type { Code } from '#verify/result.ts';
import { createExcerpt, type ExcerptRequest } from './excerpt.ts';
import { readCertificates, type Report, verify } from '#verify/verify.ts';
import type { VerifyOptions } from '#verify/options.ts';

/** Returns the seal's certificates (DER, leaf first). */
export async function readCertificatesInThread(sealed: Uint8Array): Promise<Uint8Array[]> {
  return await readCertificates(sealed);
}

/** Verifies any file. */
export async function reportInThread(request: {
  readonly bytes: Uint8Array;
  readonly options: VerifyOptions;
}): Promise<Report> {
  return await verify(request.bytes, request.options);
}

/** Returns an excerpt, transferred instead of copied. */
export async function createExcerptInThread(
  request: ExcerptRequest & { sealed: Uint8Array },
): Promise<unknown> {
  const excerpt = await createExcerpt(request.sealed, request);
  return move({ [transferableSymbol]: [excerpt.buffer], [valueSymbol]: excerpt });
}

/** Draws the document with the answers so far. The result is transferred instead of copied. */
export async function drawCurrentInThread(request: CurrentRequest): Promise<unknown> {
  const bytes = await drawCurrentDocument(request);
  return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: bytes });
}

/** The result of verifying a sealed file, without its bytes. */
export type SealExamination = {
  readonly sha256: string;
  /** The code of the first failed check; null if none failed. */
  readonly fault: Code | null;
  readonly signerName: string | null;
  /** SHA-256 of the document as signers saw it. */
  readonly presentedSha256: string | null;
};

/**
 * Verifies a sealed file in a thread. It doesn't check whether the root certificate is trusted, because the
 * instance keeps its own files.
 */
export async function examineInThread(request: {
  readonly sealed: Uint8Array;
  readonly now: Date;
}): Promise<SealExamination> {
  const { sealed, now } = request;
  const { sha256, organization, presented, results } = await verify(sealed, { now });
  return {
    sha256,
    fault: results.find(({ outcome }) => outcome === 'failed')?.code ?? null,
    signerName: organization,
    presentedSha256: presented?.sha256 ?? null,
  };
}
