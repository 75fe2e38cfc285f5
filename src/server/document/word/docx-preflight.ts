import type { IntakeReason } from '#domain/document/intake.ts';
import { LIMITS } from '#domain/limits.ts';
import { BadXml, holdsElement, readElements } from './package-xml.ts';
import { isForEditingOnly, relationshipParts } from './docx-detach.ts';
import { DamagedEntry, entryContent, FalseSize, MAX_READ_BYTES, readEntry } from '../zip-content.ts';
import { BadZip, readZipDirectory, type ZipEntry } from '../zip-directory.ts';

/** Why a document isn't accepted, with a sentence for its sender. */
export interface DocumentRefusal {
  readonly reason: IntakeReason;
  readonly message: string;
}

const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const CONTENT_TYPES = '[content_types].xml';

const MAIN_RELATION = /\/relationships\/officeDocument$/;

/** Matches targets outside of the package: a URL with a scheme, or a network path. */
const OUTSIDE = /^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i;

/** Converters don't fetch hyperlinks; they might fetch anything else outside. */
const HYPERLINK = /\/relationships\/hyperlink$/;

/**
 * Checks a DOCX (ECMA-376 part 2) before conversion: its limits, a truthful directory, readable Word text, no
 * macros and no external references. Returns null if all is well.
 */
export async function docxPreflight(bytes: Buffer): Promise<DocumentRefusal | null> {
  try {
    const entries = readZipDirectory(bytes, LIMITS.docxMaxEntries);
    return (
      sizeRefusal(entries, bytes.length) ??
      macroRefusal(entries) ??
      (await partsRefusal(entries)) ??
      (await contentRefusal(entries)) ??
      (await textRefusal(entries))
    );
  } catch (error) {
    return packageRefusal(error);
  }
}

/** Returns the refusal that an error in reading a package stands for, or throws it. */
export function packageRefusal(error: unknown): DocumentRefusal {
  if (error instanceof BadZip) return ZIP_REFUSALS[error.reason];
  if (error instanceof BadXml || error instanceof DamagedEntry) return ZIP_REFUSALS.malformed;
  if (error instanceof FalseSize) return ZIP_REFUSALS.false_directory;
  throw error;
}

const ZIP_REFUSALS = {
  malformed: refused('malformed', "The document is damaged and can't be read."),
  false_directory: refused('false_directory', "The document's contents don't match its directory."),
  too_many_entries: refused('too_many_entries', `The document has more than ${LIMITS.docxMaxEntries} parts.`),
} as const satisfies Record<BadZip['reason'], DocumentRefusal>;

const MACROS = refused('macros', 'The document contains macros.');
const NOT_WORD = refused('not_pdf_or_docx', "The document isn't a PDF, DOCX, PNG, JPEG or HEIC file.");

function sizeRefusal(entries: readonly ZipEntry[], fileBytes: number): DocumentRefusal | null {
  if (entries.some(({ isEncrypted }) => isEncrypted))
    return refused('encrypted', 'The document is password-protected.');
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > LIMITS.docxMaxUnpackedBytes)
    return refused(
      'unpacks_too_large',
      `The document is larger than ${LIMITS.docxMaxUnpackedBytes / 1024 / 1024} MiB uncompressed.`,
    );
  if (unpacked > fileBytes * LIMITS.docxMaxRatio)
    return refused('ratio_too_high', "The document's compression ratio is suspiciously high.");
  return null;
}

function macroRefusal(entries: readonly ZipEntry[]): DocumentRefusal | null {
  return entries.some(({ name }) => /(^|\/)vba(Project|Data)[^/]*\.(bin|xml)$/i.test(name)) ? MACROS : null;
}

/** Reads the declared parts and their relationships. */
async function partsRefusal(entries: readonly ZipEntry[]): Promise<DocumentRefusal | null> {
  const types = entries.find(({ name }) => name.toLowerCase() === CONTENT_TYPES);
  if (types === undefined) return NOT_WORD;
  const declared = readElements(await readEntry(types)).map(
    ({ attributes }) => attributes['ContentType'] ?? '',
  );
  if (declared.some((type) => /macroEnabled|vbaProject/i.test(type))) return MACROS;
  if (!declared.includes(MAIN_PART)) return NOT_WORD;

  const relations = relationshipParts(entries);
  if (relations.reduce((sum, { size }) => sum + size, 0) > MAX_READ_BYTES)
    return refused('too_complex', 'The document is too complex.');
  for (const part of relations) {
    if (readElements(await readEntry(part)).some(({ attributes }) => reachesOutside(attributes)))
      return refused(
        'external_relationships',
        'The document links to external files, such as images or a template.',
      );
  }
  return null;
}

function reachesOutside(relationship: Readonly<Record<string, string>>): boolean {
  const { Type = '', Target = '', TargetMode = 'Internal' } = relationship;
  const isOutside = TargetMode !== 'Internal' || OUTSIDE.test(Target);
  return isOutside && !HYPERLINK.test(Type) && !isForEditingOnly(relationship);
}

/** Unpacks everything once without keeping it, to verify the sizes. */
async function contentRefusal(entries: readonly ZipEntry[]): Promise<DocumentRefusal | null> {
  for (const entry of entries) {
    let bytes = 0;
    for await (const chunk of entryContent(entry)) bytes += chunk.length;
    if (bytes !== entry.size) return ZIP_REFUSALS.false_directory;
  }
  return null;
}

/** A truncated text would be converted to an empty page that nobody meant to sign. */
async function textRefusal(entries: readonly ZipEntry[]): Promise<DocumentRefusal | null> {
  const main = await mainPart(entries);
  if (main === undefined || !(await holdsElement(entryContent(main), ['document', 'body'])))
    return ZIP_REFUSALS.malformed;
  return null;
}

/**
 * Returns the part that the package's relationships name as the document, or else the one declared as such.
 */
async function mainPart(entries: readonly ZipEntry[]): Promise<ZipEntry | undefined> {
  const part = (name: string | undefined) =>
    name === undefined ? undefined : entries.find((entry) => sameName(entry.name, name));
  const [relations, types] = [part('_rels/.rels'), part(CONTENT_TYPES)];
  const related = relations === undefined ? [] : readElements(await readEntry(relations));
  const declared = types === undefined ? [] : readElements(await readEntry(types));
  return (
    part(
      related.find(({ attributes }) => MAIN_RELATION.test(attributes['Type'] ?? ''))?.attributes['Target'],
    ) ??
    part(declared.find(({ attributes }) => attributes['ContentType'] === MAIN_PART)?.attributes['PartName'])
  );
}

/** Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3). */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name
      .replaceAll('\\', '/')
      .replace(/^\.?\//, '')
      .toLowerCase();
  return plain(one) === plain(other);
}

function refused(reason: IntakeReason, message: string): DocumentRefusal {
  return { reason, message };
}
