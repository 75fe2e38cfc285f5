import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { PDF } from '@libpdf/core';
import { type FontStyle } from './fonts.ts';
import { drawText, measureText, needsActualText } from './text.ts';

/** A place on a sheet in points, origin top-left. */
export type Place = { x: number; y: number; width: number; height: number };

/** A text drawn apart from its sheet, so that the letters it was made of can be attached to it. */
export type Span = Place & { actualText: string; page: number };

/** One finished drawing: a page of the Skia document and the spans that belong on top of it. */
export type Sheet = { page: number; width: number; height: number; spans: Span[] };

/** What is drawn on while a sheet is open; y points down from the top. */
export type SheetDrawing = {
  readonly context: SKRSContext2D;
  text(line: { text: string; style: FontStyle; size: number; x: number; y: number; color: string }): void;
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
    const pending: { span: Omit<Span, 'page'>; draw: (context: SKRSContext2D) => void }[] = [];
    const page = this.#page(size, (context) => {
      draw({
        context,
        text: (line) => {
          if (needsActualText(line.text, line.style)) pending.push(spanOf(line));
          else drawText(context, line);
        },
      });
    });
    const spans = pending.map(({ span, draw: drawSpan }) => ({ ...span, page: this.#page(span, drawSpan) }));
    return { page, ...size, spans };
  }

  /** Closes the document and parses it. Nothing can be drawn afterwards. */
  finish(): Promise<PDF> {
    return PDF.load(new Uint8Array(this.#document.close()));
  }

  #page(size: { width: number; height: number }, draw: (context: SKRSContext2D) => void): number {
    const open = this.#document.beginPage(wholePoints(size.width), wholePoints(size.height));
    // Declared as the browser's context; it is Skia's, which has more.
    const context = open as SKRSContext2D;
    draw(context);
    this.#document.endPage();
    this.#pages += 1;
    return this.#pages - 1;
  }
}

/** The size of Skia's page for a length of a sheet. */
export function wholePoints(length: number): number {
  return Math.max(1, Math.ceil(length));
}

function spanOf(line: Parameters<SheetDrawing['text']>[0]): {
  span: Omit<Span, 'page'>;
  draw: (context: SKRSContext2D) => void;
} {
  const { size } = line;
  const extent = measureText(line.text, line.style, size);
  // The page clips: leave room for ink beyond the advance width and for marks above and below.
  const left = Math.max(0, extent.left) + size / 4;
  const above = Math.max(extent.ascent, size) + size / 4;
  const below = Math.max(extent.descent, size / 4) + size / 4;
  const span = {
    x: line.x - left,
    y: line.y - above,
    width: left + Math.max(extent.width, extent.right) + size / 4,
    height: above + below,
    actualText: line.text,
  };
  return { span, draw: (context) => drawText(context, { ...line, x: left, y: above }) };
}
