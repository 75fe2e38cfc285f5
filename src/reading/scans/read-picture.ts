import type { PageBox, PageFacts, Rule, Shape } from '../page/page-facts.ts';
import type { Glyph } from '../page/words.ts';
import { normalizePaper } from './normalize-paper.ts';
import { computeConfidence, listSureWords, toReadGlyphs, type ReadLine } from './glyphs.ts';
import { eraseBoxes, turnPicture, type GrayPage } from './gray-page.ts';
import { findRasterLines } from './raster-lines.ts';
import { findRasterRules, findUnreadWords } from './raster-rules.ts';
import { findRasterWords, toUnreadGlyphs } from './raster-words.ts';
import { lookAgain } from './second-look.ts';
import { measureSkew } from './skew.ts';
import { isTiltedBy, straightenGlyphs } from './tilt.ts';

/** Reads text in pictures whose paper is white and whose text is level. */
export type PictureReader = {
  readonly readPage: (gray: GrayPage) => readonly ReadLine[];
  /** Reads a picture that has nothing but one line of text. */
  readonly readRow: (gray: GrayPage) => readonly ReadLine[];
};

/** What a scanned page's picture shows if it is turned upright, in points. */
type PictureContents = {
  /** How far the page was turned clockwise, in degrees. */
  readonly tilt: number;
  readonly rules: readonly Rule[];
  readonly shapes: readonly Shape[];
  /** The page's own characters, those that were read, or where its words are. */
  readonly glyphs: readonly Glyph[];
  /** Null if the page has its own text; 0 if its words weren't read. */
  readonly confidence: number | null;
};

type Sheet = Pick<PageFacts, 'width' | 'height'>;

/** From this many characters on, a page's text is considered complete. */
const FEW_LETTERS = 20;

/** Whether a page's own text is all of it. */
export function hasOwnText(layer: readonly Glyph[]): boolean {
  return layer.length >= FEW_LETTERS;
}

/**
 * Reads the lines and boxes of a scanned page, and its words or at least their positions if it has no text. A
 * page that lies askew is straightened, together with the text that a copier has put on it.
 */
export function readPicture(
  rendered: GrayPage,
  layer: readonly Glyph[],
  sheet: Sheet,
  reader: PictureReader | null = null,
): PictureContents {
  const picture = normalizePaper(rendered);
  const isRead = hasOwnText(layer);
  const skew = measureSkew(picture);
  // Lines in a picture needn't be lines of text.
  const tilt = skew !== 0 && isRead && !isTiltedBy(layer, skew, sheet) ? 0 : skew;
  const straight = turnPicture(picture, -tilt);
  const level = straightenGlyphs(layer, tilt, sheet);
  const drawn = findRasterLines(straight);
  const { shapes } = drawn;
  if (isRead) {
    const letters = level.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
    const words = [...letters, ...findUnreadWords(straight, shapes)];
    return { tilt, shapes, rules: findRules(straight, drawn.rules, words), glyphs: level, confidence: null };
  }
  const read = reader === null ? null : readWords(straight, reader);
  if (read !== null) return { tilt, shapes, ...read, glyphs: [...level, ...read.glyphs] };
  const rules = findRules(straight, drawn.rules, findUnreadWords(straight, shapes));
  const unread = toUnreadGlyphs(findRasterWords(straight, [...rules, ...shapes]));
  return { tilt, rules, shapes, glyphs: [...level, ...unread], confidence: 0 };
}

/** The space around lines and words that is erased with them, in points. */
const MARGIN = 0.5;

type ReadContents = Pick<PictureContents, 'rules' | 'glyphs' | 'confidence'>;

/** Returns the words of a page and its lines; null if it has no words that can be read. */
function readWords(straight: GrayPage, reader: PictureReader): ReadContents | null {
  const { scale } = straight;
  const first = reader.readPage(straight);
  const firstWords = listSureWords(first, scale);
  if (firstWords.length === 0) return null;
  const rest = eraseBoxes(straight, [...firstWords, ...findRasterRules(straight, firstWords)], MARGIN);
  const second = lookAgain(rest, reader.readRow);
  const lines = [...first, ...second];
  const rules = findRasterRules(straight, [...firstWords, ...listSureWords(second, scale)]);
  const glyphs = toReadGlyphs(lines, scale).filter((glyph) => !isPartOfLine(glyph, rules));
  return { rules, glyphs, confidence: computeConfidence(lines) };
}

/** How far what was read may reach beyond a line that it's part of, in points. */
const NEAR_ABOVE = 2;
const NEAR_ASIDE = 3;

/** Whether what was read as punctuation is part of a drawn line. */
function isPartOfLine({ text, x, y, width, height }: Glyph, rules: readonly Rule[]): boolean {
  if (!/^[_\W]+$/u.test(text) || /[\p{L}\p{N}]/u.test(text)) return false;
  return rules.some(
    (rule) =>
      rule.orientation === 'horizontal' &&
      y < rule.y + rule.height + NEAR_ABOVE &&
      y + height > rule.y - NEAR_ABOVE &&
      x > rule.x - NEAR_ASIDE &&
      x + width < rule.x + rule.width + NEAR_ASIDE,
  );
}

/** How far apart two findings of one line can be, in points, and how much of it both must cover. */
const SAME_PLACE = 3;
const SAME_LENGTH = 0.5;

/** Adds faint lines to those that are plain to see. */
function findRules(straight: GrayPage, plain: readonly Rule[], words: readonly PageBox[]): Rule[] {
  const faint = findRasterRules(straight, words);
  return [...plain, ...faint.filter((rule) => !plain.some((other) => isSameRule(other, rule)))];
}

function isSameRule(one: Rule, other: Rule): boolean {
  if (one.orientation !== other.orientation) return false;
  const isAcross = one.orientation === 'horizontal';
  const measureShared = (from: 'x' | 'y', size: 'width' | 'height') =>
    Math.min(one[from] + one[size], other[from] + other[size]) - Math.max(one[from], other[from]);
  const getMiddle = ({ x, y, width, height }: Rule) => (isAcross ? y + height / 2 : x + width / 2);
  const shared = isAcross ? measureShared('x', 'width') : measureShared('y', 'height');
  const length = isAcross ? other.width : other.height;
  return shared > length * SAME_LENGTH && Math.abs(getMiddle(one) - getMiddle(other)) < SAME_PLACE;
}
