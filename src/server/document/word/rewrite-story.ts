import { escapeXml, parsePieces, createStrictParser } from './package-xml.ts';
import { ParagraphJoiner } from './word-paragraphs.ts';
import { startTag, createNameResolver, formatWordXml, type WordElement, type WordNode } from './word-xml.ts';
import { unpackEntry } from '../zip-content.ts';
import type { ZipEntry } from '../zip-directory.ts';

/**
 * The root elements of the parts whose text is printed, and the elements in them that contain blocks
 * (ECMA-376 part 1, 17.2 to 17.11).
 */
export const STORIES: ReadonlySet<string> = new Set(['document', 'hdr', 'ftr', 'footnotes', 'endnotes']);
const CONTAINERS = new Set([...STORIES, 'body', 'footnote', 'endnote']);

const MAX_PART_BYTES = 32 * 1024 * 1024;
/** The most elements in one block, such as a paragraph or a table. Blocks are held in memory. */
const MAX_BLOCK_ELEMENTS = 250_000;
const MAX_DEPTH = 256;

/** Thrown for text that is too large to rewrite. */
export class TooComplex extends Error {}

/** Rewrites a part of a Word document, block by block. @throws BadXml, TooComplex */
export async function rewriteStory(
  entry: ZipEntry,
  change: (block: WordElement) => readonly WordNode[],
): Promise<Buffer> {
  if (entry.size > MAX_PART_BYTES) throw new TooComplex('a part that must be rewritten is too large');
  const out: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
  const containers: { readonly name: string; readonly paragraphs: ParagraphJoiner }[] = [];
  const block: WordElement[] = [];
  let elements = 0;
  let word: ((name: string) => string) | null = null;

  const add = (node: WordNode) => {
    const parent = block.at(-1);
    if (parent !== undefined) parent.children.push(node);
    else out.push(...(containers.at(-1)?.paragraphs.push(node) ?? []).map(formatWordXml));
  };
  const addText = (text: string) => add(escapeXml(text));

  const parser = createStrictParser();
  parser.on('opentag', ({ name, attributes }) => {
    word ??= createNameResolver(attributes);
    const element: WordElement = { name, word: word(name), attributes, children: [] };
    if (block.length === 0 && CONTAINERS.has(element.word)) {
      out.push(startTag(element));
      containers.push({ name, paragraphs: new ParagraphJoiner() });
      return;
    }
    elements = block.length === 0 ? 1 : elements + 1;
    if (elements > MAX_BLOCK_ELEMENTS || block.length > MAX_DEPTH)
      throw new TooComplex('a paragraph or table that must be rewritten is too complex');
    block.push(element);
  });
  parser.on('closetag', () => {
    const closed = block.pop();
    if (closed === undefined) {
      const container = containers.pop();
      out.push(...(container?.paragraphs.end() ?? []).map(formatWordXml));
      if (container !== undefined) out.push(`</${container.name}>`);
    } else if (block.length > 0) add(closed);
    else for (const node of change(closed)) add(node);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  await parsePieces(parser, unpackEntry(entry));
  return Buffer.from(out.join(''));
}
