import { move, transferableSymbol, valueSymbol } from 'piscina';
import { prepareCertificate, prepareSeal } from './prepare.ts';
import { EXTENSION_IN_PLACE } from './levels/extend.ts';
import type { PreparedTimestamp, ValidationData } from './levels/long-term.ts';
import { finishSeal, type Unfinished } from './seal.ts';
import type { SealPreparation } from './seal-request.ts';
import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';

// Load what every document needs before the first one arrives.
await loadPdfium();
for (const style of ['regular', 'bold', 'handwriting'] as const) measureText('Countersign', style, 10);

/** Prepares a file in a thread. The result is transferred instead of copied. */
export async function prepareInThread(request: SealPreparation): Promise<unknown> {
  const prepared = await prepareSeal(request);
  return move({ [transferableSymbol]: [prepared.bytes.buffer], [valueSymbol]: prepared });
}

/** Prepares a certificate that is a separate file. */
export async function prepareCertificateInThread({
  preparation,
  sealedSha256,
}: {
  readonly preparation: SealPreparation;
  readonly sealedSha256: string;
}): Promise<unknown> {
  const prepared = await prepareCertificate(preparation, sealedSha256);
  return move({ [transferableSymbol]: [prepared.bytes.buffer], [valueSymbol]: prepared });
}

/** Finishes a file in a thread. Takes ownership of its bytes and transfers the result. */
export async function finishInThread(unfinished: Unfinished): Promise<unknown> {
  const finished = await finishSeal(unfinished);
  return move({ [transferableSymbol]: [finished.bytes.buffer], [valueSymbol]: finished });
}

/** A timestamp, and the time as of which to verify the result. */
type Stamp = { readonly token: Uint8Array; readonly now: Date };

/** A stage of extending a seal, with the bytes it works on. */
export type ExtensionTask = { readonly bytes: Uint8Array } & (
  | { readonly name: 'readSignature' | 'readSigners'; readonly more: undefined }
  | { readonly name: 'addToken'; readonly more: Stamp }
  | { readonly name: 'addValidationData'; readonly more: ValidationData }
  | { readonly name: 'prepareTimestamp'; readonly more: number }
  | {
      readonly name: 'finishTimestamp';
      readonly more: Pick<PreparedTimestamp, 'hole'> & Stamp;
    }
);

/** Runs one stage of extending a seal in a thread. */
export async function extendInThread({ bytes, name, more }: ExtensionTask): Promise<unknown> {
  switch (name) {
    case 'readSignature':
    case 'readSigners':
      return await EXTENSION_IN_PLACE[name](bytes);
    case 'addToken':
      return await EXTENSION_IN_PLACE.addToken(bytes, more.token, more.now);
    case 'addValidationData':
      return await EXTENSION_IN_PLACE.addValidationData(bytes, more);
    case 'prepareTimestamp':
      return await EXTENSION_IN_PLACE.prepareTimestamp(bytes, more);
    case 'finishTimestamp':
      return await EXTENSION_IN_PLACE.finishTimestamp({ bytes, hole: more.hole }, more.token, more.now);
    default:
      return name satisfies never;
  }
}
