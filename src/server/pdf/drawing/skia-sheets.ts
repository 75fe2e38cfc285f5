import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { PDF } from '@libpdf/core';
import { hasArabic, type JoinedLetter, joinedLetters } from './arabic-letters.ts';
import { type VisualRun, visualRuns } from './bidi.ts';
import { drawText, measureText, needsActualText, type TextLine } from './text.ts';

/** A place on a sheet in points, origin top-left. */
export type Place = { x: number; y: number; width: number; height: number };

/**
 * Text drawn apart from its sheet, so that the letters it was made of can be attached to it: one entry of
 * `actualTexts` for each piece of text that was drawn, in order.
 */
export type Span = Place & { actualTexts: ActualText[]; page: number };

/** What one drawn piece of text stands for, as a whole or, split, from its left and its right glyphs. */
export type ActualText = Pick<JoinedLetter, 'letters' | 'split'>;

type Piece = TextLine & { standsFor?: JoinedLetter };

/** One finished drawing: a page of the Skia document and the spans that belong on top of it. */
export type Sheet = { page: number; width: number; height: number; spans: Span[] };

/** What is drawn on while a sheet is open; y points down from the top. */
export type SheetDrawing = {
  readonly context: SKRSContext2D;
  text(line: TextLine): void;
};

/**
 * Collects drawings into one PDF made by Skia, which shapes every script right. All of them share its embedded font
 * subsets. A page of that PDF is measured in whole points: it may be up to one point larger than its sheet.
 */
export class SheetPress {
  readonly #document = new PDFDocument({ compressionLevel: 6 });
  #pages = 0;

  /** Draws one sheet of the given size in points. */
  draw(size: { width: number; height: number }, draw: (drawing: SheetDrawing) => void): Sheet {
    const pending: Piece[][] = [];
    const page = this.#page(size, (context) => {
      draw({
        context,
        text: (line) => {
          const { plain, explained } = divided(line);
          for (const piece of plain) drawText(context, piece);
          if (explained.length > 0) pending.push(explained);
        },
      });
    });
    return { page, ...size, spans: pending.map((pieces) => this.#span(pieces)) };
  }

  /** Closes the document and parses it. Nothing can be drawn afterwards. */
  finish(): Promise<PDF> {
    return PDF.load(new Uint8Array(this.#document.close()));
  }

  #span(pieces: readonly Piece[]): Span {
    const place = inkPlace(pieces);
    const page = this.#page(place, (context) => {
      for (const piece of pieces) drawText(context, { ...piece, x: piece.x - place.x, y: piece.y - place.y });
    });
    return {
      ...place,
      page,
      actualTexts: pieces.map(({ text, standsFor }) => standsFor ?? { letters: text }),
    };
  }

  #page(size: { width: number; height: number }, draw: (context: SKRSContext2D) => void): number {
    const open = this.#document.beginPage(wholePoints(size.width), wholePoints(size.height));
    // Declared as the browser's context; it is Skia's, which has more.
    draw(open as SKRSContext2D);
    this.#document.endPage();
    this.#pages += 1;
    return this.#pages - 1;
  }
}

/** The size of Skia's page for a length of a sheet. */
export function wholePoints(length: number): number {
  return Math.max(1, Math.ceil(length));
}

type Divided = { plain: Piece[]; explained: Piece[] };

/**
 * Tells the pieces of a line whose glyphs say what they are from those that need their letters beside them.
 * Arabic is taken apart into letters in visual order: readers put what they extract from right to left back
 * into reading order themselves, and would turn around a whole word that is in that order already.
 */
function divided(line: TextLine): Divided {
  if (!needsActualText(line.text, line.style)) return { plain: [line], explained: [] };
  if (!hasArabic(line.text)) return { plain: [], explained: [line] };
  const result: Divided = { plain: [], explained: [] };
  let { x } = line;
  for (const run of visualRuns(line.text)) {
    for (const piece of piecesOf(run, line)) {
      const placed = { ...piece, x };
      x += measureText(piece.text, piece.style, piece.size).width;
      if (piece.text.trim() === '') continue;
      const isPlain = piece.standsFor === undefined && !needsActualText(piece.text, piece.style);
      (isPlain ? result.plain : result.explained).push(placed);
    }
  }
  return result;
}

function piecesOf({ text, rightToLeft }: VisualRun, line: TextLine): Piece[] {
  const style = line.style === 'script' ? 'regular' : line.style;
  if (!rightToLeft || !hasArabic(text)) return [{ ...line, style, text, rightToLeft }];
  return joinedLetters(text)
    .map((letter): Piece => {
      const own = { ...line, text: letter.drawn, rightToLeft };
      return hasArabic(letter.letters) ? { ...own, style: 'arabic', standsFor: letter } : { ...own, style };
    })
    .toReversed();
}

/**
 * The place that holds all ink of the pieces. A page clips: marks and swashes reach beyond advance width and
 * line height.
 */
function inkPlace(pieces: readonly TextLine[]): Place {
  const boxes = pieces.map(({ text, style, size, x, y }) => {
    const extent = measureText(text, style, size);
    return {
      left: x - Math.max(0, extent.left) - size / 4,
      right: x + Math.max(extent.width, extent.right) + size / 4,
      top: y - Math.max(extent.ascent, size) - size / 4,
      bottom: y + Math.max(extent.descent, size / 4) + size / 4,
    };
  });
  const x = Math.min(...boxes.map(({ left }) => left));
  const y = Math.min(...boxes.map(({ top }) => top));
  return {
    x,
    y,
    width: Math.max(...boxes.map(({ right }) => right)) - x,
    height: Math.max(...boxes.map(({ bottom }) => bottom)) - y,
  };
}
