import { createHash } from 'node:crypto';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core';
import { type Hole, openHole, createSignatureField, createTimestampDictionary } from '../placeholder.ts';

/**
 * Proof that certificates were valid: the certificates themselves, revocation lists and OCSP responses (DER).
 */
export type ValidationData = {
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
};

/** A file that is complete except for its document timestamp. */
export type PreparedTimestamp = { readonly bytes: Uint8Array; readonly hole: Hole };

const TIMESTAMP_FIELD_NAME = 'Countersign timestamp';

/**
 * Appends the document security store (ETSI EN 319 142-1, 5.4.2), which raises B-T to B-LT. Data from earlier
 * stores is kept. There is no VRI: it is optional and would only repeat the data.
 */
export async function addValidationData(sealed: Uint8Array, data: ValidationData): Promise<Uint8Array> {
  const pdf = await openForAppending(sealed);
  const catalog = pdf.getCatalog();
  const store = (getResolvedDict(pdf, catalog, 'DSS') ?? PdfDict.of({ Type: PdfName.of('DSS') })).clone();
  addStreams(pdf, store, 'Certs', data.certificates);
  addStreams(pdf, store, 'CRLs', data.revocationLists);
  addStreams(pdf, store, 'OCSPs', data.ocspResponses);
  catalog.set('DSS', pdf.register(store));
  return await saveAppended(pdf, sealed);
}

/**
 * Appends the field and dictionary of a document timestamp, with room for a token (EN 319 142-1, 5.4.3).
 * Filling in the token raises B-LT to B-LTA. The field is invisible and on no page, so no page changes.
 */
export async function prepareTimestamp(file: Uint8Array, tokenBytes: number): Promise<PreparedTimestamp> {
  const pdf = await openForAppending(file);
  const catalog = pdf.getCatalog();
  const form = getResolvedDict(pdf, catalog, 'AcroForm')?.clone();
  const [page] = pdf.getPages();
  if (form === undefined || page === undefined)
    throw new Error('the file has no signature to add a timestamp to');
  const fields = form.getArray('Fields', (ref) => pdf.context.resolve(ref))?.toArray() ?? [];
  const timestamp = pdf.register(createTimestampDictionary(tokenBytes));
  const name = `${TIMESTAMP_FIELD_NAME} ${fields.length}`;
  const field = pdf.register(createSignatureField(name, timestamp, page.ref));
  form.set('Fields', new PdfArray([...fields, field]));
  form.set('SigFlags', PdfNumber.of(3));
  catalog.set('AcroForm', form);
  const bytes = await saveAppended(pdf, file);
  return { bytes, hole: openHole(bytes, file.length, tokenBytes) };
}

async function openForAppending(file: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(file);
  const obstacle = pdf.canSaveIncrementally();
  if (obstacle !== null) throw new Error(`the sealed file cannot be added to (${obstacle})`);
  return pdf;
}

async function saveAppended(pdf: PDF, before: Uint8Array): Promise<Uint8Array> {
  const bytes = await pdf.save({ incremental: true });
  if (Buffer.compare(bytes.subarray(0, before.length), before) !== 0)
    throw new Error('the sealed bytes changed');
  return bytes;
}

function getResolvedDict(pdf: PDF, dict: PdfDict, key: string): PdfDict | undefined {
  return dict.getDict(key, (ref: PdfRef) => pdf.context.resolve(ref));
}

/** Adds each object once, and skips those that the store already has. */
function addStreams(
  pdf: PDF,
  store: PdfDict,
  key: 'Certs' | 'CRLs' | 'OCSPs',
  objects: readonly Uint8Array[],
): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const earlier = store.getArray(key, resolve)?.toArray() ?? [];
  const seen = new Set<string>();
  for (const entry of earlier) {
    const stream = 'objectNumber' in entry ? resolve(entry) : entry;
    if (stream instanceof PdfStream) seen.add(hash(stream.getDecodedData()));
  }
  const added = objects.filter((der) => !seen.has(hash(der)) && seen.add(hash(der)));
  if (added.length + earlier.length === 0) return;
  const streams = added.map((der) => pdf.register(new PdfStream([], der)));
  store.set(key, new PdfArray([...earlier, ...streams]));
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
