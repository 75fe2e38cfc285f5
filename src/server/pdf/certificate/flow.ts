import { CertificatePage } from './page.ts';
import { StructureElement, type StructureTag } from '#server/pdf/drawing/structure.ts';
import type { PageSheet, Sheets } from '#server/pdf/drawing/sheets.ts';
import type { Block } from './blocks.ts';

/** The size of a page in points. */
export type PageSize = { width: number; height: number };

/** The margins in points. The footer is in the bottom margin. */
const MARGIN = { side: 54, top: 45, bottom: 60 } as const;
const FOOTER_FROM_BOTTOM = 42;

type Step = { readonly block: Block; readonly y: number; readonly path: readonly StructureElement[] };

/**
 * Places blocks from top to bottom, across pages. They are drawn last, because the footers need the number of
 * pages.
 */
export class CertificateFlow {
  readonly width: number;
  readonly #size: PageSize;
  readonly #pages: Step[][] = [[]];
  #path: readonly StructureElement[];
  #y: number = MARGIN.top;

  constructor(size: PageSize, document: StructureElement) {
    this.#size = size;
    this.#path = [document];
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

  /** Puts everything that `place` places under a structure element, across page breaks. */
  within(tag: StructureTag, place: () => void): void {
    const before = this.#path;
    this.#path = [...before, new StructureElement(tag)];
    place();
    this.#path = before;
  }

  /**
   * Places a block. It goes on the next page if the block and `keepWith` points below it don't fit on this
   * one.
   */
  place(block: Block, { keepWith = 0, isArtifact = false } = {}): void {
    if (!this.hasRoom(block.height + keepWith) && !this.atTop) this.breakPage();
    this.#pages.at(-1)?.push({ block, y: this.#y, path: isArtifact ? [] : this.#path });
    this.#y += block.height;
  }

  /** Places a block at the current position without taking up room, so that the next block is beside it. */
  placeBeside(block: Block): void {
    this.#pages.at(-1)?.push({ block, y: this.#y, path: this.#path });
  }

  space(height: number): void {
    if (!this.atTop) this.#y += height;
  }

  /** Draws all pages. `footer` receives the page's number, starting at 1, and the number of pages. */
  print(sheets: Sheets, isRightToLeft: boolean, footer: (page: number, pages: number) => Block): PageSheet[] {
    return this.#pages.map((steps, index) =>
      sheets.drawPage(this.#size, (drawing) => {
        const page = new CertificatePage(drawing, { index, size: this.#size, isRightToLeft });
        for (const { block, y, path } of steps)
          page.under(attachPath(path), () => block.draw(page, MARGIN.side, y));
        const last = footer(index + 1, this.#pages.length);
        page.under(null, () => last.draw(page, MARGIN.side, this.#size.height - FOOTER_FROM_BOTTOM - 8));
      }),
    );
  }
}

/**
 * Attaches each element of a path to the one before it, in the order in which the elements are first drawn.
 */
function attachPath(path: readonly StructureElement[]): StructureElement | null {
  path.forEach((element, index) => {
    const parent = path[index - 1];
    if (parent !== undefined && !parent.children.includes(element)) parent.children.push(element);
  });
  return path.at(-1) ?? null;
}
