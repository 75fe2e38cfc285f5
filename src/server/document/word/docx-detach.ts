import type { NoticeCode, NoticeList } from '#domain/document/notices.ts';
import { escapeXml, readElements, type PartElement } from './package-xml.ts';
import { readEntry } from '../zip-content.ts';
import type { ZipEntry } from '../zip-directory.ts';

const NAMESPACE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/**
 * What Word reads only for editing: the attached template and the source of a mail merge. Neither affects the
 * printed document.
 */
const EDITING_ONLY: readonly { readonly type: RegExp; readonly code: NoticeCode }[] = [
  { type: /\/relationships\/attachedTemplate$/, code: 'attached_template' },
  {
    type: /\/relationships\/(?:mailMergeSource|mailMergeHeaderSource|recipientData)$/,
    code: 'mail_merge',
  },
];

/**
 * Checks whether a relationship can be removed without changing what the document shows (ECMA-376 part 1,
 * 15.2.18 and 17.14).
 */
export function isForEditingOnly(relationship: PartElement['attributes']): boolean {
  return findEditingNotice(relationship) !== undefined;
}

function findEditingNotice({ Type = '' }: PartElement['attributes']): NoticeCode | undefined {
  return EDITING_ONLY.find(({ type }) => type.test(Type))?.code;
}

/** Rewrites the parts that refer to templates and mail merge sources, so that no converter follows them. */
export async function rewriteDetachedParts(
  entries: readonly ZipEntry[],
  notices: NoticeList,
): Promise<Map<string, Buffer>> {
  const replacements = new Map<string, Buffer>();
  for (const entry of listRelationshipParts(entries)) {
    const elements = readElements(await readEntry(entry)).filter(({ name }) => name === 'Relationship');
    const codes = elements.map(({ attributes }) => findEditingNotice(attributes));
    const kept = elements.filter((_, index) => codes[index] === undefined);
    if (kept.length < elements.length) replacements.set(entry.name, formatRelationships(kept));
    for (const code of codes) if (code !== undefined) notices.add(code);
  }
  return replacements;
}

/** Lists the parts that state what each part refers to. */
export function listRelationshipParts(entries: readonly ZipEntry[]): ZipEntry[] {
  return entries.filter(({ name }) => /\.rels$/i.test(name));
}

function formatRelationships(elements: readonly PartElement[]): Buffer {
  const relationships = elements.map(
    ({ attributes }) =>
      `<Relationship ${Object.entries(attributes)
        .filter(([name]) => ['Id', 'Type', 'Target', 'TargetMode'].includes(name))
        .map(([name, value]) => `${name}="${escapeXml(value)}"`)
        .join(' ')}/>`,
  );
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="${NAMESPACE}">${relationships.join('')}</Relationships>`,
  );
}
