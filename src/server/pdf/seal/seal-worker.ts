import { move, transferableSymbol, valueSymbol } from 'piscina';
import { seal } from './seal.ts';
import type { SealedDocument, SealRequest } from './seal-request.ts';
import { SignatureImageError, type SignatureImageReason } from '#server/pdf/drawing/signature-image.ts';
import { pdfium } from '#server/pdf/engine/pdfium.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';

/**
 * A sealing thread's result. Error classes can't cross threads, so the one that callers handle is returned as its
 * reason.
 */
export type SealOutcome =
  { kind: 'sealed'; sealed: SealedDocument } | { kind: 'image'; reason: SignatureImageReason };

// Loads what every document needs ahead of the first one.
await pdfium();
for (const style of ['regular', 'bold', 'handwriting'] as const) measureText('Countersign', style, 10);

/** Seals in a thread, and transfers the file instead of copying it. */
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
