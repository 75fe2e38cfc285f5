import { type PDF, PdfArray, PdfBool, PdfDict, PdfName, PdfStream, PdfString } from '@libpdf/core';
import { formatPdfDate } from './placeholder.ts';
import { addSrgbProfile, createOutputIntent } from '#server/pdf/drawing/srgb-profile.ts';
import {
  createPacket,
  decodeXmp,
  type PacketFacts,
  readAccessiblePart,
  readArchivePart,
  withClaims,
  withDates,
  type KeptClaims,
} from './xmp.ts';

/** What sealing has to heed so that an archivable document stays one. */
export type Archive = {
  /** The part of PDF/A that the document claims. */
  readonly part: string;
  /** Whether an output intent says what RGB colors mean. */
  readonly hasRgbIntent: boolean;
  readonly hasIntent: boolean;
};

/** Reads whether a document claims to be archivable. Returns null if it doesn't. */
export function readArchive(pdf: PDF): Archive | null {
  const xmp = readXmp(pdf);
  const part = xmp === null ? null : readArchivePart(xmp);
  return part === null ? null : { part, ...readIntents(pdf) };
}

/**
 * Claims that a document is archivable (PDF/A-3u), which it must be but for what this adds. Its metadata is
 * replaced, because the standard permits few properties; a claim of PDF/UA-1 stays.
 */
export function claimArchive(pdf: PDF, facts: Pick<PacketFacts, 'title' | 'now'>): Archive {
  const xmp = readXmp(pdf);
  const claimsUa = xmp !== null && readAccessiblePart(xmp) === '1' && isAccessible(pdf);
  pdf.getCatalog().set('OutputIntents', PdfArray.of(createOutputIntent(addSrgbProfile(pdf))));
  setPacket(pdf, createPacket({ ...facts, isAccessible: claimsUa }));
  return { part: '3', hasIntent: true, hasRgbIntent: true };
}

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
  const xmp = readXmp(pdf);
  // Set the entry directly, because libpdf would add its own title, author and producer.
  if (info instanceof PdfDict) info.set('ModDate', modified);
  // Part 4 of PDF/A doesn't permit the dictionary (ISO 19005-4, 6.1.3).
  else if (xmp === null || readArchivePart(xmp) !== '4')
    trailer.set('Info', pdf.register(PdfDict.of({ ModDate: modified })));

  if (xmp === null) return;
  const changed = withDates(withClaims(xmp, KEPT, isAccessible(pdf)), now);
  if (changed !== xmp) setPacket(pdf, changed);
}

/** Says what a tagged document that we made is: archivable (PDF/A-3u) and accessible (PDF/UA-1). */
export function addMetadata(
  pdf: PDF,
  facts: Omit<PacketFacts, 'isAccessible' | 'createdAt'> & { language: string },
): void {
  const catalog = pdf.getCatalog();
  catalog.set('Lang', PdfString.fromString(facts.language));
  catalog.set('ViewerPreferences', PdfDict.of({ DisplayDocTitle: PdfBool.TRUE }));
  catalog.set('OutputIntents', PdfArray.of(createOutputIntent(addSrgbProfile(pdf))));
  setPacket(pdf, createPacket({ ...facts, createdAt: facts.now, isAccessible: true }));
}

function setPacket(pdf: PDF, packet: string): void {
  const entries = { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') };
  pdf.getCatalog().set('Metadata', pdf.register(PdfStream.fromDict(entries, Buffer.from(packet, 'utf8'))));
}

function readXmp(pdf: PDF): string | null {
  const stream = pdf.getCatalog().get('Metadata', (ref) => pdf.context.resolve(ref));
  return stream instanceof PdfStream ? decodeXmp(decodeContent(stream)) : null;
}

/**
 * What PDF/A claims become. Part 3 and level F of part 4 are the only ones that allow attaching the
 * certificate's evidence (ISO 19005-3, 6.8; ISO 19005-4, 6.9). Everything that part 1 and 2 permit, part 3
 * does too, but for the structure of level A.
 */
const TO_PART_3 = { part: '3', conformance: { A: 'U' } };
const KEPT: KeptClaims = {
  1: TO_PART_3,
  2: TO_PART_3,
  3: TO_PART_3,
  4: { part: '4', conformance: { '': 'F', E: 'F' } },
};

/** Checks whether a document has what PDF/UA-1 asks of the whole, so that its claim stays true. */
function isAccessible(pdf: PDF): boolean {
  const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref);
  const catalog = pdf.getCatalog();
  const mark = catalog.getDict('MarkInfo', resolve)?.get('Marked', resolve);
  return mark instanceof PdfBool && mark.value && catalog.get('Lang', resolve) instanceof PdfString;
}

/** Reads which colors the document's output intents define. */
function readIntents(pdf: PDF): Pick<Archive, 'hasIntent' | 'hasRgbIntent'> {
  const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref);
  const intents = pdf.getCatalog().get('OutputIntents', resolve);
  const listed = intents instanceof PdfArray ? Array.from(intents, (_, at) => intents.at(at, resolve)) : [];
  const own = listed.filter(
    (intent) => intent instanceof PdfDict && intent.getName('S')?.value === 'GTS_PDFA1',
  );
  const hasRgbIntent = own.some((intent) => {
    const stream = intent instanceof PdfDict ? intent.get('DestOutputProfile', resolve) : undefined;
    return stream instanceof PdfStream && isRgbProfile(decodeContent(stream));
  });
  return { hasIntent: own.length > 0, hasRgbIntent };
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
