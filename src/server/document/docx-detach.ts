import { LIMITS } from '#domain/limits.ts';
import { readElements, type PartElement } from './package-xml.ts';
import { readEntry } from './zip-content.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { replaceInZip } from './zip-replace.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** What Word reads while somebody edits: the template it was made from, and the source of a mail merge. Nothing prints it. */
const EDITING_ONLY =
  /\/relationships\/(?:attachedTemplate|mailMergeSource|mailMergeHeaderSource|recipientData)$/;

/** Whether a relationship can go without changing what the document shows (ECMA-376 part 1, 15.2.18 and 17.14). */
export function isForEditingOnly({ Type = '' }: PartElement['attributes']): boolean {
  return EDITING_ONLY.test(Type);
}

/**
 * Removes references to templates and mail merge sources outside the document, so that no converter follows them. Returns
 * the same bytes when there are none.
 */
export async function detachForConversion(bytes: Buffer): Promise<Buffer> {
  const entries = readZipDirectory(bytes, LIMITS.docxMaxEntries);
  const replacements = new Map<string, Buffer>();
  for (const entry of relationshipParts(entries)) {
    const elements = readElements(await readEntry(entry)).filter(({ name }) => name === 'Relationship');
    const kept = elements.filter(({ attributes }) => !isForEditingOnly(attributes));
    if (kept.length < elements.length) replacements.set(entry.name, relationshipsXml(kept));
  }
  return replacements.size === 0 ? bytes : replaceInZip(entries, replacements);
}

/** The parts that say what each part refers to. */
export function relationshipParts(entries: readonly ZipEntry[]): ZipEntry[] {
  return entries.filter(({ name }) => /\.rels$/i.test(name));
}

function relationshipsXml(elements: readonly PartElement[]): Buffer {
  const relationships = elements.map(
    ({ attributes }) =>
      `<Relationship ${Object.entries(attributes)
        .filter(([name]) => ['Id', 'Type', 'Target', 'TargetMode'].includes(name))
        .map(([name, value]) => `${name}="${escaped(value)}"`)
        .join(' ')}/>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${NAMESPACE}">${relationships.join('')}</Relationships>`,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
