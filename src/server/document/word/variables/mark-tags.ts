import { decode } from 'html-entities';
import type { UnreadTag } from '#domain/document/tags.ts';
import { escapeXml } from '../package-xml.ts';
import { isWord, type WordElement, type WordNode } from '../word-xml.ts';

/** A tag is text between double braces. `[[` begins a variable in it. */
const TAG = /\{\{[^{}]+\}\}/gu;
const VARIABLE = '[[';

type Range = { readonly from: number; readonly to: number };

/**
 * Gives the tags of a Word document a color of their own, so that they can be told from filled-in text. Their
 * size stays the same. Tags that contain variables aren't marked, since the values would be read as a part of
 * the tag.
 */
export class TagMarker {
  readonly unread: UnreadTag[] = [];
  readonly #color: string;

  /** The color is given as six hexadecimal digits. */
  constructor(color: string) {
    this.#color = color;
  }

  /** Marks the tags in the paragraphs of a block. */
  mark(block: WordElement): WordElement {
    const children = isWord(block, 'p') ? this.#markParagraph(block) : block.children;
    return { ...block, children: children.map((child) => this.#markInside(child)) };
  }

  #markInside(node: WordNode): WordNode {
    return typeof node === 'string' ? node : this.mark(node);
  }

  #markParagraph(paragraph: WordElement): WordNode[] {
    const text = collectTexts(paragraph).map(getText).join('');
    const ranges = [...text.matchAll(TAG)].flatMap(({ 0: tag, index }): Range[] => {
      if (!tag.includes(VARIABLE)) return [{ from: index, to: index + tag.length }];
      this.unread.push({ text: tag, page: null, reason: 'it has a variable in it' });
      return [];
    });
    return ranges.length === 0 ? paragraph.children : this.#colored(paragraph, ranges, { at: 0 }).children;
  }

  #colored(element: WordElement, ranges: readonly Range[], read: { at: number }): WordElement {
    const children = element.children.flatMap((child): WordNode[] => {
      if (typeof child === 'string' || isWord(child, 'p')) return [child];
      return isWord(child, 'r') ? this.#split(child, ranges, read) : [this.#colored(child, ranges, read)];
    });
    return { ...element, children };
  }

  /** Splits a run where a tag starts or ends. */
  #split(run: WordElement, ranges: readonly Range[], read: { at: number }): WordNode[] {
    const runs: { readonly isMarked: boolean; readonly children: WordNode[] }[] = [];
    const add = (isMarked: boolean, node: WordNode) => {
      const last = runs.at(-1);
      if (last?.isMarked === isMarked) last.children.push(node);
      else runs.push({ isMarked, children: [node] });
    };
    const properties = run.children.find((child) => isWord(child, 'rPr'));
    for (const child of run.children) {
      if (child === properties) continue;
      if (!isWord(child, 't')) add(false, child);
      else for (const piece of splitPieces(child, ranges, read)) add(piece.isMarked, piece.text);
    }
    if (!runs.some(({ isMarked }) => isMarked)) return [run];
    return runs.map(({ isMarked, children }) => {
      const own = isMarked ? this.#coloredProperties(run, properties) : properties;
      return { ...run, children: own === undefined ? children : [own, ...children] };
    });
  }

  #coloredProperties(run: WordElement, properties: WordElement | undefined): WordElement {
    const prefix = run.name.slice(0, run.name.length - run.word.length);
    const attributes = { [`${prefix}val`]: this.#color };
    const color = { name: `${prefix}color`, word: 'color', attributes, children: [] };
    const others = properties?.children.filter((child) => !isWord(child, 'color')) ?? [];
    const place = others.findIndex((child) => typeof child === 'object' && !BEFORE_COLOR.has(child.word));
    const at = place < 0 ? others.length : place;
    return {
      ...(properties ?? { name: `${prefix}rPr`, word: 'rPr', attributes: {} }),
      children: [...others.slice(0, at), color, ...others.slice(at)],
    };
  }
}

/** The properties of a run that come before its color (ECMA-376 part 1, 17.3.2.28). */
const BEFORE_COLOR = new Set([
  ...['rStyle', 'rFonts', 'b', 'bCs', 'i', 'iCs', 'caps', 'smallCaps', 'strike', 'dstrike', 'outline'],
  ...['shadow', 'emboss', 'imprint', 'noProof', 'snapToGrid', 'vanish', 'webHidden'],
]);

/** Returns the texts of a paragraph in order, except those of nested paragraphs, such as in text boxes. */
function collectTexts(element: WordElement): WordElement[] {
  return element.children.flatMap((child): WordElement[] => {
    if (typeof child === 'string' || isWord(child, 'p')) return [];
    return isWord(child, 't') ? [child] : collectTexts(child);
  });
}

function getText({ children }: WordElement): string {
  return decode(children.filter((child) => typeof child === 'string').join(''), { level: 'xml' });
}

function splitPieces(element: WordElement, ranges: readonly Range[], read: { at: number }) {
  const text = getText(element);
  const start = read.at;
  read.at += text.length;
  const cuts = ranges.flatMap(({ from, to }) => [from - start, to - start]);
  const places = [0, ...cuts.filter((cut) => cut > 0 && cut < text.length), text.length];
  return places.slice(1).map((to, index) => {
    const from = places[index] ?? 0;
    return {
      isMarked: ranges.some((range) => range.from <= start + from && start + to <= range.to),
      text: {
        ...element,
        attributes: { ...element.attributes, 'xml:space': 'preserve' },
        children: [escapeXml(text.slice(from, to))],
      },
    };
  });
}
