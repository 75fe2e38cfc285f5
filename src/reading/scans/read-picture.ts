import type { PageBox, PageFacts, Rule, Shape } from '../page/page-facts.ts';
import type { Glyph } from '../page/words.ts';
import { normalizePaper } from './normalize-paper.ts';
import { turnPicture, type GrayPage } from './gray-page.ts';
import { findRasterLines } from './raster-lines.ts';
import { findRasterRules, findUnreadWords } from './raster-rules.ts';
import { findRasterWords, toUnreadGlyphs } from './raster-words.ts';
import { measureSkew } from './skew.ts';
import { isTiltedBy, straightenGlyphs } from './tilt.ts';

/** What a scanned page's picture shows if it is turned upright, in points. */
type PictureContents = {
  /** How far the page was turned clockwise, in degrees. */
  readonly tilt: number;
  readonly rules: readonly Rule[];
  readonly shapes: readonly Shape[];
  /** The page's own characters, or where its words are. */
  readonly glyphs: readonly Glyph[];
};

type Sheet = Pick<PageFacts, 'width' | 'height'>;

/** From this many characters on, a page's text is considered complete. */
const FEW_LETTERS = 20;

/**
 * Reads the lines and boxes of a scanned page, and the positions of its words if it has no text. A
 * page that lies askew is straightened, together with the text that a copier has put on it.
 */
export function readPicture(rendered: GrayPage, layer: readonly Glyph[], sheet: Sheet): PictureContents {
  const picture = normalizePaper(rendered);
  const isRead = layer.length >= FEW_LETTERS;
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
    return { tilt, shapes, rules: findRules(straight, drawn.rules, words), glyphs: level };
  }
  const rules = findRules(straight, drawn.rules, findUnreadWords(straight, shapes));
  const unread = toUnreadGlyphs(findRasterWords(straight, [...rules, ...shapes]));
  return { tilt, rules, shapes, glyphs: [...level, ...unread] };
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
