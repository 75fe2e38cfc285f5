import { DEFAULT_ACCENT } from '#domain/branding/accent.ts';
import { rectangle, roundRectangle } from '#server/pdf/drawing/shapes.ts';
import type { Color, Sheet, SheetDrawing, Sheets } from '#server/pdf/drawing/sheets.ts';
import type { FontStyle } from '#server/pdf/drawing/text/faces.ts';
import { BreakableText, measureText } from '#server/pdf/drawing/text/wrap.ts';

/** In points. */
export type PageSize = { width: number; height: number };

/** Sizes in points. */
export type TextLook = { style: FontStyle; size: number; color: Color };

export const COLOR = {
  ink: '#101828',
  body: '#344054',
  muted: '#667085',
  rule: '#e4e7ec',
  panel: '#f9fafb',
  accent: DEFAULT_ACCENT,
  good: '#067647',
  goodPanel: '#ecfdf3',
  bad: '#b42318',
  badPanel: '#fef3f2',
  neutralPanel: '#f2f4f7',
} as const;

/** The certificate's typography. */
export const LOOK = {
  title: { style: 'bold', size: 21, color: COLOR.ink },
  heading: { style: 'bold', size: 11.5, color: COLOR.accent },
  strong: { style: 'bold', size: 10.5, color: COLOR.ink },
  label: { style: 'regular', size: 7.5, color: COLOR.muted },
  value: { style: 'regular', size: 9, color: COLOR.ink },
  small: { style: 'regular', size: 8, color: COLOR.body },
  muted: { style: 'regular', size: 8, color: COLOR.muted },
} as const satisfies Record<string, TextLook>;

/** Margins; the footer is in the bottom one. */
const MARGIN = { side: 48, top: 46, bottom: 58 } as const;

/** Something with a known height that draws itself with its top left corner at (x, y). */
export type Block = { height: number; draw(drawing: SheetDrawing, x: number, y: number): void };

/** Places blocks from top to bottom, over pages. Drawing comes last, when the number of pages is known for the footers. */
export class CertificateFlow {
  readonly width: number;
  readonly #size: PageSize;
  readonly #pages: ((drawing: SheetDrawing) => void)[][] = [[]];
  #y: number = MARGIN.top;

  constructor(size: PageSize) {
    this.#size = size;
    this.width = size.width - 2 * MARGIN.side;
  }

  hasRoom(height: number): boolean {
    return this.#y + height <= this.#size.height - MARGIN.bottom;
  }

  get atTop(): boolean {
    return this.#y === MARGIN.top;
  }

  breakPage(): void {
    this.#pages.push([]);
    this.#y = MARGIN.top;
  }

  /** Places a block, on the next page if it doesn't fit here with `keepWith` points below it. */
  place(block: Block, keepWith = 0): void {
    if (!this.hasRoom(block.height + keepWith) && !this.atTop) this.breakPage();
    const y = this.#y;
    this.#pages.at(-1)?.push((drawing) => block.draw(drawing, MARGIN.side, y));
    this.#y += block.height;
  }

  space(height: number): void {
    if (!this.atTop) this.#y += height;
  }

  /** Draws all pages. `footer` gets the page's number, from 1, and the number of pages. */
  print(sheets: Sheets, footer: (page: number, pages: number) => Block): Sheet[] {
    return this.#pages.map((draws, index) =>
      sheets.draw(this.#size, (drawing) => {
        for (const draw of draws) draw(drawing);
        const block = footer(index + 1, this.#pages.length);
        block.draw(drawing, MARGIN.side, this.#size.height - MARGIN.bottom + 22);
      }),
    );
  }
}

/** Makes a block of text, broken into lines. */
export function textBlock(text: string, look: TextLook, width: number): Block {
  const breakable = new BreakableText(text, look.style);
  const lines = breakable.lines(width / look.size);
  const lineHeight = look.size * breakable.lineHeight;
  return {
    height: lines.length * lineHeight,
    draw(drawing, x, y) {
      lines.forEach((line, index) => {
        drawing.text({ ...look, ...line, x, y: y + index * lineHeight + look.size * breakable.room.above });
      });
    },
  };
}

/** Puts blocks next to each other, each at its own left edge. */
export function beside(parts: readonly { x: number; block: Block }[]): Block {
  return {
    height: Math.max(0, ...parts.map(({ block }) => block.height)),
    draw(drawing, x, y) {
      for (const part of parts) part.block.draw(drawing, x + part.x, y);
    },
  };
}

/** Puts blocks below each other, with a gap between them. */
export function stacked(blocks: readonly Block[], gap = 0): Block {
  return {
    height: blocks.reduce((sum, block) => sum + block.height, 0) + gap * Math.max(0, blocks.length - 1),
    draw(drawing, x, y) {
      let top = y;
      for (const block of blocks) {
        block.draw(drawing, x, top);
        top += block.height + gap;
      }
    },
  };
}

/** Puts a block on a filled or outlined panel. */
export function panel(
  content: Block,
  box: { width: number; padding: number; fill?: Color; outline?: Color },
): Block {
  const height = content.height + 2 * box.padding;
  return {
    height,
    draw(drawing, x, y) {
      const ground = roundRectangle(x, y, box.width, height, 5);
      if (box.fill) drawing.fill(ground, box.fill);
      if (box.outline) drawing.stroke(ground, { color: box.outline, width: 0.75 });
      content.draw(drawing, x + box.padding, y + box.padding);
    },
  };
}

/** Makes a badge as wide as its text. */
export function pill(text: string, color: Color, fill: Color): Block & { width: number } {
  const look = { style: 'bold', size: 7.5, color } as const;
  const width = measureText(text, look.style, look.size).width + 12;
  return {
    width,
    height: 14,
    draw(drawing, x, y) {
      drawing.fill(roundRectangle(x, y, width, 14, 7), fill);
      drawing.text({ ...look, text, x: x + 6, y: y + 9.8 });
    },
  };
}

/** Makes a thin horizontal line. */
export function rule(width: number, color: Color = COLOR.rule): Block {
  return {
    height: 0.75,
    draw(drawing, x, y) {
      drawing.fill(rectangle(x, y, width, 0.75), color);
    },
  };
}
