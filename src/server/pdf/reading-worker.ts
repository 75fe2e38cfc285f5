import { move, transferableSymbol, valueSymbol } from 'piscina';
import { certificateExcerpt } from './certificate-excerpt.ts';
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
