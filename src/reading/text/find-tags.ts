import { TAG_MAX_CHARS } from '#domain/field/text-tag.ts';
import type { PageBox } from '../page/page-facts.ts';
import { encloseBoxes, type Glyph } from '../page/words.ts';
import { fold } from './fold.ts';

/** A text between double braces, as it is drawn. */
export type DrawnTag = {
  /** The text between the braces. */
  readonly inner: string;
  /** `inner` in the form used for comparing tags, which is without spaces. */
  readonly folded: string;
  /** The first line of the tag. */
  readonly box: PageBox;
  readonly glyphs: readonly Glyph[];
};

/** The largest step of the baseline within a line, and the largest gap within a word, in font sizes. */
const BASELINE_STEP = 0.5;
const WORD_GAP = 0.18;

/**
 * Finds tags in the characters of a page. Reads the characters in drawing order, so that a tag may continue
 * on the next line of its column. A tag contains no braces.
 */
export function findTags(glyphs: readonly Glyph[]): DrawnTag[] {
  const tags: DrawnTag[] = [];
  let start = -1;
  for (let at = 1; at < glyphs.length; at += 1) {
    const pair = getPair(glyphs[at - 1], glyphs[at]);
    if (pair === '{{') start = at - 1;
    else if (start >= 0 && pair === '}}') {
      const tag = parseTag(glyphs.slice(start, at + 1));
      if (tag !== null) tags.push(tag);
      start = -1;
    }
  }
  return tags;
}

/** Returns two adjacent characters, or an empty text if there is a space between them. */
function getPair(one: Glyph | undefined, other: Glyph | undefined): string {
  return one === undefined || other === undefined || other.spaced ? '' : one.text + other.text;
}

function parseTag(glyphs: readonly Glyph[]): DrawnTag | null {
  const within = glyphs.slice(2, -2);
  if (within.length === 0 || within.length > TAG_MAX_CHARS) return null;
  if (within.some(({ text }) => text === '{' || text === '}')) return null;
  const end = glyphs.findIndex((glyph, index) => index > 0 && isNewLine(glyphs[index - 1], glyph));
  return {
    inner: within.map((glyph, index) => getSeparator(within[index - 1], glyph) + glyph.text).join(''),
    folded: fold(within.map(({ text }) => text).join('')),
    box: encloseBoxes(end < 0 ? glyphs : glyphs.slice(0, end)),
    glyphs,
  };
}

function getSeparator(last: Glyph | undefined, glyph: Glyph): string {
  if (last === undefined) return '';
  const isApart = glyph.spaced || glyph.start - last.end > glyph.size * WORD_GAP;
  return isApart || isNewLine(last, glyph) ? ' ' : '';
}

function isNewLine(last: Glyph | undefined, glyph: Glyph): boolean {
  return last !== undefined && Math.abs(glyph.baseline - last.baseline) > glyph.size * BASELINE_STEP;
}
