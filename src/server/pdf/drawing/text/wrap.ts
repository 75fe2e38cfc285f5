import type { Alignment } from '#domain/field/details.ts';
import { getTextLayout } from '#domain/field/value/text-layout.ts';
import type { FontStyle } from './faces.ts';
import { shapeLine } from './shape.ts';

/** The extent of a line of text around its baseline. Ink may reach beyond the advance width. */
export type TextExtent = { width: number; left: number; right: number; ascent: number; descent: number };

/** A line, and the direction of its paragraph and the side that it begins at. */
export type Line = {
  readonly text: string;
  readonly rightToLeft: boolean;
  readonly side: Alignment;
};

/** The room of a line above and below its baseline, in font sizes. */
export type LineRoom = { readonly above: number; readonly below: number };

/**
 * The room that is enough for running text in most scripts. Tibetan, Khmer and other scripts with tall stacks
 * of marks get what they need.
 */
const USUAL_ROOM: LineRoom = { above: 1.04, below: 0.32 };

/** Measures one line of text. */
export function measureText(text: string, style: FontStyle, size: number): TextExtent {
  const { width, ink } = shapeLine(text, style);
  const { left, right, ascent, descent } = ink ?? { left: 0, right: 0, ascent: 0, descent: 0 };
  return {
    width: width * size,
    left: left * size,
    right: right * size,
    ascent: ascent * size,
    descent: descent * size,
  };
}

/** A text divided at the places where a line may break. It is measured once for all sizes that are tried. */
export class BreakableText {
  readonly room: LineRoom;
  readonly #style: FontStyle;
  readonly #paragraphs: readonly (Pick<Line, 'rightToLeft' | 'side'> & { pieces: readonly Piece[] })[];

  constructor(text: string, style: FontStyle) {
    this.#style = style;
    this.#paragraphs = text.split('\n').map((paragraph) => {
      const { direction, side } = getTextLayout(paragraph, null);
      const pieces = splitPieces(paragraph).map((piece) => measurePiece(piece, style));
      return { pieces, rightToLeft: direction === 'rtl', side };
    });
    const all = this.#paragraphs.flatMap((paragraph) => paragraph.pieces);
    this.room = {
      above: all.reduce((most, { ascent }) => Math.max(most, ascent), USUAL_ROOM.above),
      below: all.reduce((most, { descent }) => Math.max(most, descent), USUAL_ROOM.below),
    };
  }

  /** Returns the height of a line in font sizes. */
  get lineHeight(): number {
    return this.room.above + this.room.below;
  }

  /**
   * Breaks the text into lines no wider than `width` font sizes: between words, and within a word that is
   * wider.
   */
  lines(width: number): Line[] {
    return this.#paragraphs.flatMap(({ pieces: own, ...layout }) =>
      this.#wrapped(own, width).map((text) => ({ text, ...layout })),
    );
  }

  /** Returns the lines that the text itself contains. */
  ownLines(): Line[] {
    return this.#paragraphs.map(({ pieces: own, ...layout }) => ({
      text: own.map(({ text }) => text).join(''),
      ...layout,
    }));
  }

  #wrapped(own: readonly Piece[], width: number): string[] {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    const add = ({ text, full, trimmed }: Piece): void => {
      if (line.trim() !== '' && used + trimmed > width) {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
      }
      line += text;
      used += full;
    };
    for (const piece of own) {
      if (piece.trimmed <= width) {
        add(piece);
        continue;
      }
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = '';
      used = 0;
      for (const part of splitGraphemes(piece.text)) add(measurePiece(part, this.#style));
    }
    lines.push(line.trimEnd());
    return lines;
  }
}

/** A piece of text with its measures in font sizes, with and without the spaces at its end. */
type Piece = { text: string; full: number; trimmed: number; ascent: number; descent: number };

function measurePiece(text: string, style: FontStyle): Piece {
  const { width: full, ascent, descent } = measureText(text, style, 1);
  const trimmed = text.trimEnd();
  return {
    text,
    full,
    trimmed: trimmed === text ? full : measureText(trimmed, style, 1).width,
    ascent,
    descent,
  };
}

const WORDS = new Intl.Segmenter('und', { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Splits text into the pieces between which a line may break. Punctuation stays with the word before it, and
 * opening brackets stay with the next word.
 */
function splitPieces(paragraph: string): string[] {
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

/**
 * Checks whether two parts meet within text of scripts that are written with spaces. Such text breaks only
 * after spaces, dashes and slashes, so `a@b.c` or `3,5%` stays in one piece.
 */
function isLetterJoin(before: string | undefined, after: string): boolean {
  return SPACED.test(before?.at(-1) ?? '') && SPACED.test(after.at(0) ?? '');
}

const SPACED =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function splitGraphemes(text: string): string[] {
  return Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
}
