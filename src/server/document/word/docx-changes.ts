import type { NoticeList, TrackedChanges } from '#domain/document/notices.ts';
import { BadXml, escapeXml, parsePieces, strictParser } from './package-xml.ts';
import { isChange, settle } from './word-changes.ts';
import { ParagraphJoiner } from './word-paragraphs.ts';
import { startTag, wordNames, wordXml, type WordElement, type WordNode } from './word-xml.ts';
import { entryContent } from '../zip-content.ts';
import type { ZipEntry } from '../zip-directory.ts';

/** The roots of the parts whose text is printed, and the elements in them that contain blocks (ECMA-376 part 1, 17.2 to 17.11). */
const STORIES = new Set(['document', 'hdr', 'ftr', 'footnotes', 'endnotes']);
const CONTAINERS = new Set([...STORIES, 'body', 'footnote', 'endnote']);

/** What changes a paragraph mark if it is among the properties of a run. */
const MARKS = new Set(['ins', 'del', 'moveFrom', 'moveTo']);

const MAX_PART_BYTES = 32 * 1024 * 1024;
/** Of one block, such as a paragraph or a table, which is held in memory. */
const MAX_BLOCK_ELEMENTS = 250_000;
const MAX_DEPTH = 256;

const NOTICES = {
  accept: 'tracked_changes_accepted',
  reject: 'tracked_changes_rejected',
  keep: 'tracked_changes_kept',
} as const;

/** Text with tracked changes or comments that is too large to rewrite. */
export class TooComplex extends Error {}

/**
 * Rewrites the parts that have comments, which nobody signs, or tracked changes that are to be accepted or rejected.
 * @throws BadXml, TooComplex
 */
export async function settledParts(
  entries: readonly ZipEntry[],
  trackedChanges: TrackedChanges,
  notices: NoticeList,
): Promise<Map<string, Buffer>> {
  const replacements = new Map<string, Buffer>();
  for (const entry of entries.filter(({ name }) => /\.xml$/i.test(name))) {
    const { marks, changes, comments } = await scan(entry);
    notices.count(NOTICES[trackedChanges], marks === 0 ? 0 : Math.max(changes, 1));
    notices.count('comments', comments);
    if (comments > 0 || (marks > 0 && trackedChanges !== 'keep'))
      replacements.set(entry.name, await settled(entry, trackedChanges));
  }
  return replacements;
}

/** Counts a part's change marks, changes (without paragraph marks) and comments; all 0 if its text isn't printed. */
async function scan(entry: ZipEntry): Promise<{ marks: number; changes: number; comments: number }> {
  const found = { marks: 0, changes: 0, comments: 0 };
  const parser = strictParser();
  const path: string[] = [];
  const root: { word?: (name: string) => string; isStory?: boolean } = {};
  /** What older programs show instead repeats the same text. */
  let fallbacks = 0;
  parser.on('opentag', ({ name, attributes }) => {
    root.word ??= wordNames(attributes);
    const local = root.word(name);
    root.isStory ??= STORIES.has(local);
    if (name.endsWith(':Fallback')) fallbacks += 1;
    if (fallbacks === 0) {
      if (isChange(local)) found.marks += 1;
      if (isChange(local) && !(MARKS.has(local) && path.at(-1) === 'rPr')) found.changes += 1;
      if (local === 'commentReference') found.comments += 1;
    }
    path.push(local);
  });
  parser.on('closetag', ({ name }) => {
    if (name.endsWith(':Fallback')) fallbacks -= 1;
    path.pop();
  });
  try {
    await parsePieces(parser, entryContent(entry), () => root.isStory === false);
  } catch (error) {
    if (!(error instanceof BadXml) || root.isStory === true) throw error;
  }
  return root.isStory === true ? found : { marks: 0, changes: 0, comments: 0 };
}

/** Writes a part block by block. */
async function settled(entry: ZipEntry, trackedChanges: TrackedChanges): Promise<Buffer> {
  if (entry.size > MAX_PART_BYTES) throw new TooComplex('a part with tracked changes is too large');
  const settlement = trackedChanges === 'keep' ? null : trackedChanges;
  const out: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
  const containers: { readonly name: string; readonly paragraphs: ParagraphJoiner }[] = [];
  const block: WordElement[] = [];
  let elements = 0;
  let word: ((name: string) => string) | null = null;

  const add = (node: WordNode) => {
    const parent = block.at(-1);
    if (parent !== undefined) parent.children.push(node);
    else out.push(...(containers.at(-1)?.paragraphs.push(node) ?? []).map(wordXml));
  };
  const addText = (text: string) => add(escapeXml(text));

  const parser = strictParser();
  parser.on('opentag', ({ name, attributes }) => {
    word ??= wordNames(attributes);
    const element: WordElement = { name, word: word(name), attributes, children: [] };
    if (block.length === 0 && CONTAINERS.has(element.word)) {
      out.push(startTag(element));
      containers.push({ name, paragraphs: new ParagraphJoiner() });
      return;
    }
    elements = block.length === 0 ? 1 : elements + 1;
    if (elements > MAX_BLOCK_ELEMENTS || block.length > MAX_DEPTH)
      throw new TooComplex('a paragraph or table with tracked changes is too complex');
    block.push(element);
  });
  parser.on('closetag', () => {
    const closed = block.pop();
    if (closed === undefined) {
      const container = containers.pop();
      out.push(...(container?.paragraphs.end() ?? []).map(wordXml));
      if (container !== undefined) out.push(`</${container.name}>`);
    } else if (block.length > 0) add(closed);
    else for (const node of settle(closed, settlement)) add(node);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  await parsePieces(parser, entryContent(entry));
  return Buffer.from(out.join(''));
}
