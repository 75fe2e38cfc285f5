import { move, transferableSymbol, valueSymbol } from 'piscina';
import { seal } from './seal.ts';
import type { SealedDocument, SealRequest } from './seal-request.ts';
import { SignatureImageError, type SignatureImageReason } from '#server/pdf/drawing/signature-image.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';

/**
 * What comes back from a thread: error classes do not cross it, so the one that callers tell apart travels by
 * its reason.
 */
export type SealOutcome =
  { kind: 'sealed'; sealed: SealedDocument } | { kind: 'image'; reason: SignatureImageReason };

// Loads the faces that every document needs before the first one comes.
for (const style of ['regular', 'bold', 'handwriting'] as const) measureText('Countersign', style, 10);

/** What a sealing thread runs: seals, and hands the file over without copying it. */
export async function sealInThread(request: SealRequest): Promise<unknown> {
  try {
    const sealed = await seal(request);
    const outcome: SealOutcome = { kind: 'sealed', sealed };
    return move({ [transferableSymbol]: [sealed.bytes.buffer], [valueSymbol]: outcome });
  } catch (error) {
    if (!(error instanceof SignatureImageError)) throw error;
    const outcome: SealOutcome = { kind: 'image', reason: error.reason };
    return outcome;
  }
}
