import { type PDF, PdfArray, PdfDict, PdfName, PdfStream, PdfString } from '@libpdf/core';
import { formatPdfDate } from './placeholder.ts';
import { decodeXmp, withClaims, withDates, type KeptClaims } from './xmp.ts';

/**
 * Keeps the document's metadata except for what sealing makes untrue: the time of the last change (ISO
 * 32000-2, 14.3) and claims that the sealed file wouldn't satisfy.
 */
export function updateMetadata(pdf: PDF, now: Date): void {
  const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref);
  const { trailer } = pdf.context.info;
  const infoRef = trailer.getRef('Info');
  const info = infoRef && resolve(infoRef);
  const modified = PdfString.fromString(formatPdfDate(now));
  // Set the entry directly, because libpdf would add its own title, author and producer.
  if (info instanceof PdfDict) info.set('ModDate', modified);
  else trailer.set('Info', pdf.register(PdfDict.of({ ModDate: modified })));

  const catalog = pdf.getCatalog();
  const stream = catalog.get('Metadata', resolve);
  const xmp = stream instanceof PdfStream ? decodeXmp(decodeContent(stream)) : null;
  if (xmp === null) return;
  const changed = withDates(withClaims(xmp, readKeptClaims(pdf)), now);
  if (changed === xmp) return;
  const entries = { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') };
  catalog.set('Metadata', pdf.register(PdfStream.fromDict(entries, Buffer.from(changed, 'utf8'))));
}

/**
 * PDF/A-3 differs from PDF/A-2 only in that it permits attaching files of any kind. Part 1 has other rules
 * for fonts and pictures.
 */
const TO_PART_3 = { part: '3', conformance: { A: 'U' } };
const KEPT: KeptClaims = new Map([
  ['2', TO_PART_3],
  ['3', TO_PART_3],
]);

/**
 * Returns which PDF/A claims can stay, and what they become. PDF/A-3 is the only part that allows attaching
 * the certificate's evidence, and the certificate's colors need an RGB output intent. What sealing adds isn't
 * tagged, so level A becomes U (ISO 19005-3, 6.2.4.3, 6.7 and 6.8).
 */
function readKeptClaims(pdf: PDF): KeptClaims {
  const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref);
  const intents = pdf.getCatalog().get('OutputIntents', resolve);
  const profiles = intents instanceof PdfArray ? Array.from(intents, (_, at) => intents.at(at, resolve)) : [];
  const isRgb = profiles.some((intent) => {
    const profile = intent instanceof PdfDict && intent.getName('S')?.value === 'GTS_PDFA1';
    const stream = profile ? intent.get('DestOutputProfile', resolve) : undefined;
    return stream instanceof PdfStream && isRgbProfile(decodeContent(stream));
  });
  return isRgb ? KEPT : new Map();
}

/** Checks the color space of an ICC profile (ICC.1, 7.2.6). */
function isRgbProfile(profile: Uint8Array): boolean {
  return Buffer.from(profile.subarray(16, 20)).toString('latin1') === 'RGB ';
}

/** Returns null for a damaged stream, which is treated as making no claims. */
function decodeContent(stream: PdfStream): Uint8Array {
  try {
    return stream.getDecodedData();
  } catch {
    return new Uint8Array();
  }
}
