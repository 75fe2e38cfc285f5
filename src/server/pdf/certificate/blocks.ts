import { DEFAULT_ACCENT } from '#domain/branding/accent.ts';
import { createRectangleShape } from '#server/pdf/drawing/shapes.ts';
import type { Color } from '#server/pdf/drawing/sheets.ts';
import type { StructureTag } from '#server/pdf/drawing/structure.ts';
import type { FontStyle } from '#server/pdf/drawing/text/faces.ts';
import { BreakableText } from '#server/pdf/drawing/text/wrap.ts';
import type { CertificatePage } from './page.ts';

/** Sizes in points. */
type TextLook = { style: FontStyle; size: number; color: Color };

export const COLOR = { ink: '#111111', muted: '#55535a', line: '#bbbbbb', accent: DEFAULT_ACCENT } as const;

/** The certificate's typography. */
export const LOOK = {
  product: { style: 'bold', size: 10, color: COLOR.ink },
  title: { style: 'serif', size: 24, color: COLOR.ink },
  name: { style: 'serif', size: 11.25, color: COLOR.ink },
  heading: { style: 'bold serif', size: 9, color: COLOR.ink },
  wideHeading: { style: 'bold serif', size: 10.5, color: COLOR.ink },
  person: { style: 'bold serif', size: 9.75, color: COLOR.ink },
  value: { style: 'serif', size: 9, color: COLOR.ink },
  label: { style: 'regular', size: 7.5, color: COLOR.muted },
  detail: { style: 'regular', size: 7.5, color: COLOR.ink },
  code: { style: 'regular', size: 7.5, color: COLOR.ink },
} as const satisfies Record<string, TextLook>;

/** Something with a known height that draws itself. Its top corner on the starting side is at (x, y). */
export type Block = { height: number; draw(page: CertificatePage, x: number, y: number): void };

type TextOptions = {
  /** The structure element that the text becomes. */
  readonly tag?: StructureTag;
  /**
   * Whether the text is one of the product's own sentences. Such a sentence runs in the page's direction,
   * whatever character it starts with.
   */
  readonly isSentence?: boolean;
};

/** Makes a block of text, broken into lines. */
export function createTextBlock(
  text: string,
  look: TextLook,
  width: number,
  options: TextOptions = {},
): Block {
  const { tag = 'P', isSentence = false } = options;
  const breakable = new BreakableText(text, look.style);
  const lines = breakable.lines(width / look.size);
  const lineHeight = look.size * breakable.lineHeight;
  return {
    height: lines.length * lineHeight,
    draw(page, x, y) {
      page.tagged(tag, () => {
        lines.forEach((line, index) => {
          const rightToLeft = isSentence ? page.isRightToLeft : line.rightToLeft;
          const baseline = y + index * lineHeight + look.size * breakable.room.above;
          page.text({ ...look, text: line.text, rightToLeft, x, y: baseline });
        });
      });
    },
  };
}

/** Turns a block into one structure element. */
export function tagBlock(tag: StructureTag, { height, draw }: Block): Block {
  return { height, draw: (page, x, y) => page.tagged(tag, () => draw(page, x, y)) };
}

/** Places blocks next to each other, each at its own distance from the start. */
export function placeBeside(parts: readonly { x: number; block: Block }[]): Block {
  return {
    height: Math.max(0, ...parts.map(({ block }) => block.height)),
    draw(page, x, y) {
      for (const part of parts) part.block.draw(page, x + part.x, y);
    },
  };
}

/** Stacks blocks, with a gap between them. */
export function stackBlocks(blocks: readonly Block[], gap = 0): Block {
  return {
    height: blocks.reduce((sum, block) => sum + block.height, 0) + gap * Math.max(0, blocks.length - 1),
    draw(page, x, y) {
      let top = y;
      for (const block of blocks) {
        block.draw(page, x, top);
        top += block.height + gap;
      }
    },
  };
}

/** Makes a thin horizontal line. */
export function createRule(width: number, color: Color = COLOR.ink, height = 0.56): Block {
  return {
    height,
    draw(page, x, y) {
      page.decorate(
        { x, y, width, height },
        (place) => createRectangleShape(place.x, place.y, place.width, place.height),
        color,
      );
    },
  };
}

/** Makes an empty block, which leaves room. */
export function createGap(height: number): Block {
  return { height, draw() {} };
}
