import type { PageBox, PageFacts, Rule, Shape } from '../page/page-facts.ts';
import type { Glyph } from '../page/words.ts';
import { normalizePaper } from './normalize-paper.ts';
import {
  computeConfidence,
  listSureWords,
  toReadGlyphs,
  type PictureReader,
  type ReadLine,
} from './glyphs.ts';
import { eraseBoxes, turnPicture, turnQuarters, type GrayPage } from './gray-page.ts';
import { findTurns, isPoorlyRead } from './orientation.ts';
import { findRasterLines } from './raster-lines.ts';
import { findRasterRules, findUnreadWords } from './raster-rules.ts';
import { findRasterWords, toUnreadGlyphs } from './raster-words.ts';
import { lookAgain } from './second-look.ts';
import { flattenSheet, findSheet } from './sheet.ts';
import { measureSkew } from './skew.ts';
import { isTiltedBy, straightenGlyphs } from './tilt.ts';

/** How a scanned page came to lie as it does: see PageFacts. */
export type Placement = Pick<PageFacts, 'tilt' | 'turns' | 'sheet'>;

/** What a scanned page's picture shows if it is turned upright, in points. */
type PictureContents = {
  readonly placement: Placement;
  /** The upright page. */
  readonly width: number;
  readonly height: number;
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
 * page that lies askew is straightened, together with the text that a copier has put on it. A sheet in a photo
 * is cut out, and a page that lies on its side or upside down is turned upright.
 */
export function readPicture(
  rendered: GrayPage,
  layer: readonly Glyph[],
  page: Sheet,
  reader: PictureReader | null = null,
): PictureContents {
  if (hasOwnText(layer)) return readUnderText(normalizePaper(rendered), layer, page);
  const sheet = findSheet(rendered);
  const picture = normalizePaper(sheet === null ? rendered : flattenSheet(rendered, sheet));
  const { placement, straight, lines } = turnUpright(picture, reader);
  const { scale, width, height } = straight;
  const size = { width: width / scale, height: height / scale };
  const isMoved = sheet !== null || placement.turns !== undefined;
  const contents = {
    placement: sheet === null ? placement : { ...placement, sheet },
    ...(isMoved ? size : { width: page.width, height: page.height }),
    shapes: findRasterLines(straight).shapes,
  };
  // What is printed over a photo has other places than what is in it.
  const level = isMoved ? [] : straightenGlyphs(layer, placement.tilt ?? 0, page);
  const read = reader === null ? null : readWords(straight, lines, reader);
  if (read !== null) return { ...contents, ...read, glyphs: [...level, ...read.glyphs] };
  const plain = findRasterLines(straight).rules;
  const rules = findRules(straight, plain, findUnreadWords(straight, contents.shapes));
  const unread = toUnreadGlyphs(findRasterWords(straight, [...rules, ...contents.shapes]));
  return { ...contents, rules, glyphs: [...level, ...unread], confidence: 0 };
}

function readUnderText(picture: GrayPage, layer: readonly Glyph[], page: Sheet): PictureContents {
  const skew = measureSkew(picture);
  // Lines in a picture needn't be lines of text.
  const tilt = skew !== 0 && !isTiltedBy(layer, skew, page) ? 0 : skew;
  const straight = turnPicture(picture, -tilt);
  const glyphs = straightenGlyphs(layer, tilt, page);
  const { rules: plain, shapes } = findRasterLines(straight);
  const letters = glyphs.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const rules = findRules(straight, plain, [...letters, ...findUnreadWords(straight, shapes)]);
  const placement = tilt === 0 ? {} : { tilt };
  return { placement, width: page.width, height: page.height, shapes, rules, glyphs, confidence: null };
}

type Upright = {
  readonly placement: Placement;
  readonly straight: GrayPage;
  readonly lines: readonly ReadLine[];
};

/** Straightens a picture and reads it; if it makes little sense, also as it is when turned by quarters. */
function turnUpright(picture: GrayPage, reader: PictureReader | null): Upright {
  const straighten = (gray: GrayPage, turns: number): Upright => {
    const tilt = measureSkew(gray);
    const straight = turnPicture(gray, -tilt);
    const placement = { ...(tilt === 0 ? {} : { tilt }), ...(turns === 0 ? {} : { turns }) };
    return { placement, straight, lines: reader === null ? [] : reader.readPage(straight) };
  };
  const upright = straighten(picture, 0);
  if (reader === null || !isPoorlyRead(upright.lines)) return upright;
  const turns = findTurns(picture, reader);
  return turns === 0 ? upright : straighten(turnQuarters(picture, 4 - turns), turns);
}

/** The space around lines and words that is erased with them, in points. */
const MARGIN = 0.5;

type ReadContents = Pick<PictureContents, 'rules' | 'glyphs' | 'confidence'>;

/** Returns the words of a page and its lines; null if it has no words that can be read. */
function readWords(
  straight: GrayPage,
  first: readonly ReadLine[],
  reader: PictureReader,
): ReadContents | null {
  const { scale } = straight;
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
