import type { IntakeReason } from '#domain/document/intake.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { LIMITS } from '#domain/limits.ts';
import { estimateStory } from './estimate-pages.ts';
import { BadXml, readElements } from './package-xml.ts';
import { isForEditingOnly, listRelationshipParts } from './docx-detach.ts';
import { DamagedEntry, unpackEntry, FalseSize, MAX_READ_BYTES, readEntry } from '../zip-content.ts';
import { BadZip, readZipDirectory, type ZipEntry } from '../zip-directory.ts';

/** Why a document isn't accepted, with a sentence for the sender. */
export interface DocumentRefusal {
  readonly reason: IntakeReason;
  readonly message: string;
}

const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const CONTENT_TYPES = '[content_types].xml';

const MAIN_RELATION = /\/relationships\/officeDocument$/;

/** Matches targets outside the package: a URL with a scheme, or a network path. */
const OUTSIDE = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i;

/** A document within the document (altChunk, ECMA-376 part 1, 17.17.2). Converters insert it. */
const CHUNK = /\/relationships\/aFChunk$/i;

/** Converters don't fetch hyperlinks, but they might fetch any other external target. */
const HYPERLINK = /\/relationships\/hyperlink$/;

/**
 * Checks a DOCX (ECMA-376 part 2) before conversion: that it is within limits, its directory is truthful, its
 * Word text is readable, and it has no macros and no external references. Documents inserted into it are
 * checked in the same way. Returns null if all is well.
 */
export function checkDocx(bytes: Buffer): Promise<DocumentRefusal | null> {
  return checkPackage(bytes, { isInserted: false, unpacked: 0 });
}

/**
 * What is being checked (the document itself or one inserted into it), and how many bytes have been unpacked
 * so far.
 */
type Check = { readonly isInserted: boolean; unpacked: number };

async function checkPackage(bytes: Buffer, check: Check): Promise<DocumentRefusal | null> {
  try {
    const entries = readZipDirectory(bytes, LIMITS.docxMaxEntries);
    return (
      checkSizes(entries, bytes.length, check) ??
      checkMacros(entries) ??
      (await checkParts(entries, check)) ??
      (await checkContent(entries)) ??
      (await checkText(entries))
    );
  } catch (error) {
    return toPackageRefusal(error);
  }
}

/** Converts an error from reading a package to a refusal. Throws any other error again. */
export function toPackageRefusal(error: unknown): DocumentRefusal {
  if (error instanceof BadZip) return ZIP_REFUSALS[error.reason];
  if (error instanceof BadXml || error instanceof DamagedEntry) return ZIP_REFUSALS.malformed;
  if (error instanceof FalseSize) return ZIP_REFUSALS.false_directory;
  throw error;
}

const ZIP_REFUSALS = {
  malformed: toDocumentRefusal(
    'malformed',
    "The document is damaged and can't be read. Save it as a PDF and upload that.",
  ),
  false_directory: toDocumentRefusal('false_directory', "The document's contents don't match its directory."),
  too_many_entries: toDocumentRefusal(
    'too_many_entries',
    `The document has more than ${LIMITS.docxMaxEntries} parts.`,
  ),
} as const satisfies Record<BadZip['reason'], DocumentRefusal>;

const MACROS = toDocumentRefusal('macros', 'The document contains macros.');
const NOT_WORD = toDocumentRefusal(
  'not_pdf_or_docx',
  "The document isn't a PDF, DOCX, PNG, JPEG or HEIC file.",
);

const TINY_PAGES = toDocumentRefusal(
  'too_complex',
  'The document has too much text for the size of its pages.',
);

const INSERTED = toDocumentRefusal(
  'inserted_file',
  "The document inserts a file that can't be checked. Open it in Word and save it again.",
);

function checkSizes(entries: readonly ZipEntry[], fileBytes: number, check: Check): DocumentRefusal | null {
  if (entries.some(({ isEncrypted }) => isEncrypted))
    return toDocumentRefusal('encrypted', 'The document is password-protected.');
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  check.unpacked += unpacked;
  if (check.unpacked > LIMITS.docxMaxUnpackedBytes)
    return toDocumentRefusal(
      'unpacks_too_large',
      `The document is larger than ${LIMITS.docxMaxUnpackedBytes / 1024 / 1024} MiB uncompressed.`,
    );
  if (unpacked > fileBytes * LIMITS.docxMaxRatio)
    return toDocumentRefusal('ratio_too_high', "The document's compression ratio is suspiciously high.");
  return null;
}

function checkMacros(entries: readonly ZipEntry[]): DocumentRefusal | null {
  return entries.some(({ name }) => /(^|\/)vba(Project|Data)[^/]*\.(bin|xml)$/i.test(name)) ? MACROS : null;
}

/** Reads the declared parts and their relationships. */
async function checkParts(entries: readonly ZipEntry[], check: Check): Promise<DocumentRefusal | null> {
  const types = entries.find(({ name }) => name.toLowerCase() === CONTENT_TYPES);
  if (types === undefined) return NOT_WORD;
  const declared = readElements(await readEntry(types)).map(
    ({ attributes }) => attributes['ContentType'] ?? '',
  );
  if (declared.some((type) => /macroEnabled|vbaProject/i.test(type))) return MACROS;
  if (!declared.includes(MAIN_PART)) return NOT_WORD;

  const relations = listRelationshipParts(entries);
  if (relations.reduce((sum, { size }) => sum + size, 0) > MAX_READ_BYTES)
    return toDocumentRefusal('too_complex', 'The document is too complex.');
  for (const part of relations) {
    const relationships = readElements(await readEntry(part)).map(({ attributes }) => attributes);
    if (relationships.some((one) => reachesOutside(one, check)))
      return toDocumentRefusal(
        'external_relationships',
        'The document links to external files, such as images or a template.',
      );
    for (const { Target = '' } of relationships.filter(({ Type = '' }) => CHUNK.test(Type))) {
      const refusal = await checkChunk(entries, part.name, Target, check);
      if (refusal !== null) return refusal;
    }
  }
  return null;
}

/** References for editing are removed before conversion, but only the document's own. */
function reachesOutside(relationship: Readonly<Record<string, string>>, { isInserted }: Check): boolean {
  const { Type = '', Target = '', TargetMode = 'Internal' } = relationship;
  const isOutside = TargetMode !== 'Internal' || OUTSIDE.test(Target);
  return isOutside && !HYPERLINK.test(Type) && (isInserted || !isForEditingOnly(relationship));
}

/**
 * Checks an inserted document. Web pages and rich text can refer to anything, so only Word documents are
 * accepted.
 */
async function checkChunk(
  entries: readonly ZipEntry[],
  relationshipsName: string,
  target: string,
  check: Check,
): Promise<DocumentRefusal | null> {
  if (check.isInserted) return INSERTED;
  const folder = relationshipsName.replaceAll('\\', '/').replace(/_rels\/[^/]*$/i, '');
  const { pathname } = new URL(encodeURI(target.toWellFormed()), `zip://part/${folder}`);
  const entry = entries.find(({ name }) => isSameName(name, decodeURI(pathname)));
  if (entry === undefined) return INSERTED;
  const bytes = await readEntry(entry, LIMITS.documentMaxBytes);
  if (sniffFormat(bytes) !== 'zip') return INSERTED;
  const inserted = { isInserted: true, unpacked: check.unpacked };
  const refusal = await checkPackage(bytes, inserted);
  check.unpacked = inserted.unpacked;
  return refusal?.reason === 'not_pdf_or_docx' ? INSERTED : refusal;
}

/** Unpacks everything once, without keeping it, to verify the sizes. */
async function checkContent(entries: readonly ZipEntry[]): Promise<DocumentRefusal | null> {
  for (const entry of entries) {
    let bytes = 0;
    for await (const chunk of unpackEntry(entry)) bytes += chunk.length;
    if (bytes !== entry.size) return ZIP_REFUSALS.false_directory;
  }
  return null;
}

/**
 * A truncated text would be converted to an empty page that nobody meant to sign. Tiny pages would take
 * minutes to convert.
 */
async function checkText(entries: readonly ZipEntry[]): Promise<DocumentRefusal | null> {
  const main = await findMainPart(entries);
  if (main === undefined) return ZIP_REFUSALS.malformed;
  const { isDocument, pages } = await estimateStory(unpackEntry(main));
  if (!isDocument) return ZIP_REFUSALS.malformed;
  return pages > LIMITS.docxMaxPages ? TINY_PAGES : null;
}

/**
 * Returns the part that the package's relationships name as the document. If they name none, returns the part
 * declared as such.
 */
async function findMainPart(entries: readonly ZipEntry[]): Promise<ZipEntry | undefined> {
  const findPart = (name: string | undefined) =>
    name === undefined ? undefined : entries.find((entry) => isSameName(entry.name, name));
  const [relations, types] = [findPart('_rels/.rels'), findPart(CONTENT_TYPES)];
  const related = relations === undefined ? [] : readElements(await readEntry(relations));
  const declared = types === undefined ? [] : readElements(await readEntry(types));
  return (
    findPart(
      related.find(({ attributes }) => MAIN_RELATION.test(attributes['Type'] ?? ''))?.attributes['Target'],
    ) ??
    findPart(
      declared.find(({ attributes }) => attributes['ContentType'] === MAIN_PART)?.attributes['PartName'],
    )
  );
}

/** Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3). */
function isSameName(one: string, other: string): boolean {
  const normalizeName = (name: string) =>
    name
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .toLowerCase();
  return normalizeName(one) === normalizeName(other);
}

function toDocumentRefusal(reason: IntakeReason, message: string): DocumentRefusal {
  return { reason, message };
}
