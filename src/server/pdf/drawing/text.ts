import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { readsRightToLeft } from '#domain/text.ts';
import { type FontStyle, isHandwritten, type Typeset, typeset } from './fonts.ts';

/**
 * Extent of a line of text around its baseline, in the unit of the font size. Ink may reach beyond the advance
 * width.
 */
export type TextExtent = { width: number; left: number; right: number; ascent: number; descent: number };

/**
 * Distance of baselines as a multiple of the font size; no glyph of the faces used reaches further in running
 * text.
 */
export const LINE_HEIGHT = 1.36;

/** Measures one line of text. */
export function measureText(text: string, style: FontStyle, size: number): TextExtent {
  const extent = unitExtent(text, style);
  return {
    width: extent.width * size,
    left: extent.left * size,
    right: extent.right * size,
    ascent: extent.ascent * size,
    descent: extent.descent * size,
  };
}

/** A line of text to draw. `rightToLeft` overrides what its first letter says. */
export type TextLine = {
  text: string;
  style: FontStyle;
  size: number;
  x: number;
  y: number;
  color: string;
  rightToLeft?: boolean;
};

/** Draws one line of text with its baseline at `y`; `x` is its left edge whatever its direction. */
export function drawText(context: SKRSContext2D, line: TextLine): void {
  const set = typesetOnce(line.text, line.style);
  applyFont(context, set, line.size, line.style);
  if (line.rightToLeft !== undefined) context.direction = line.rightToLeft ? 'rtl' : 'ltr';
  context.fillStyle = line.color;
  context.fillText(set.text, line.x, line.y);
}

/** Breaks text into lines no wider than `width`: at word boundaries, and within a word that is wider than a line. */
export function wrapText(text: string, style: FontStyle, size: number, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, style, size, width));
}

/** Whether copying the text out of the PDF needs its original beside the glyphs (ISO 32000-2, 14.9.4, ActualText). */
export function needsActualText(text: string, style: FontStyle): boolean {
  return !ONE_GLYPH_A_LETTER.test(text) || typesetOnce(text, style).text !== text;
}

/** Scripts whose glyphs map back to their letters one by one; ligatures and marks of the others do not. */
const ONE_GLYPH_A_LETTER =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Hebrew}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

function wrapParagraph(paragraph: string, style: FontStyle, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(paragraph)) {
    if (fits(line + piece)) {
      line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    for (const part of fits(piece) ? [piece] : graphemes(piece)) {
      if (line !== '' && !fits(line + part)) {
        lines.push(line);
        line = '';
      }
      line += part;
    }
  }
  lines.push(line.trimEnd());
  return lines;

  function fits(candidate: string): boolean {
    return measureText(candidate.trimEnd(), style, size).width <= width;
  }
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The pieces between which a line may break. Punctuation stays with the word before it, opening brackets with
 * the next.
 */
function pieces(paragraph: string): string[] {
  const found: string[] = [];
  let open = '';
  for (const { segment } of WORDS.segment(paragraph)) {
    const last = found.length - 1;
    if (/^[([{«„‚「『（【]$/u.test(segment)) open += segment;
    else if (open === '' && last >= 0 && /^[\p{P}\p{S}\p{Z}\p{M}]/u.test(segment)) found[last] += segment;
    else if (
      open === '' &&
      last >= 0 &&
      !/[\s\p{Pd}/]$/u.test(found[last] ?? '') &&
      isLetterJoin(found[last], segment)
    ) {
      found[last] += segment;
    } else {
      found.push(open + segment);
      open = '';
    }
  }
  if (open !== '') found.push(open);
  return found;
}

/** Words of scripts written with spaces break only at these: `a@b.c` or `3,5%` stay in one piece. */
function isLetterJoin(before: string | undefined, after: string): boolean {
  return SPACED.test(before?.at(-1) ?? '') && SPACED.test(after.at(0) ?? '');
}

const SPACED =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function graphemes(text: string): string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}

/** Measured at a size where rounding does not matter, and remembered: fitting asks for one text at many sizes. */
const MEASURING_SIZE = 200;
const MOST_REMEMBERED = 4096;
const extents = new Map<string, TextExtent>();
const typesets = new Map<string, Typeset>();
let scratch: SKRSContext2D | null = null;

function unitExtent(text: string, style: FontStyle): TextExtent {
  return remembered(extents, text, style, () => {
    scratch ??= createCanvas(1, 1).getContext('2d');
    const set = typesetOnce(text, style);
    applyFont(scratch, set, MEASURING_SIZE, style);
    const metrics = scratch.measureText(set.text);
    return {
      width: metrics.width / MEASURING_SIZE,
      left: metrics.actualBoundingBoxLeft / MEASURING_SIZE,
      right: metrics.actualBoundingBoxRight / MEASURING_SIZE,
      ascent: metrics.actualBoundingBoxAscent / MEASURING_SIZE,
      descent: metrics.actualBoundingBoxDescent / MEASURING_SIZE,
    };
  });
}

function typesetOnce(text: string, style: FontStyle): Typeset {
  return remembered(typesets, text, style, () => typeset(text, style));
}

function remembered<T>(memory: Map<string, T>, text: string, style: FontStyle, make: () => T): T {
  const key = `${style}\u0000${text}`;
  const known = memory.get(key);
  if (known) return known;
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  const made = make();
  memory.set(key, made);
  return made;
}

function applyFont(context: SKRSContext2D, set: Typeset, size: number, style: FontStyle): void {
  context.font = `${size}px ${set.families}`;
  // The script hand has second shapes of many letters, which do not say what letter they are; this leaves them out.
  context.textRendering = style === 'script' && isHandwritten(set.text) ? 'optimizeSpeed' : 'auto';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.direction = readsRightToLeft(set.text) ? 'rtl' : 'ltr';
}
