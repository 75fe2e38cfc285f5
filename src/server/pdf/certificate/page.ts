import { StructureElement, type StructureTag } from '#server/pdf/drawing/structure.ts';
import type { Color, Place, SheetDrawing, TextLine } from '#server/pdf/drawing/sheets.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';
import type { Shape } from '#server/pdf/drawing/shapes.ts';

type PageFacts = {
  readonly index: number;
  /** The page's size in points. */
  readonly size: { readonly width: number; readonly height: number };
  readonly isRightToLeft: boolean;
};

/**
 * A page of the certificate while it's being drawn. Blocks measure from the side where the language starts;
 * the page mirrors them for right-to-left languages. Everything drawn is either tagged or marked as an
 * artifact.
 */
export class CertificatePage {
  readonly isRightToLeft: boolean;
  readonly #drawing: SheetDrawing;
  readonly #facts: PageFacts;
  #element: StructureElement | null = null;
  #content = 0;
  #isInside = false;

  constructor(drawing: SheetDrawing, facts: PageFacts) {
    this.#drawing = drawing;
    this.#facts = facts;
    this.isRightToLeft = facts.isRightToLeft;
  }

  /** Draws under a structure element. With null, nothing that is drawn becomes part of the structure. */
  under(element: StructureElement | null, draw: () => void): void {
    const before = this.#element;
    this.#element = element;
    draw();
    this.#element = before;
  }

  /** Draws in a new element under the current one. */
  tagged(tag: StructureTag, draw: () => void): void {
    const parent = this.#element;
    if (parent === null || this.#isInside) {
      draw();
      return;
    }
    const element = new StructureElement(tag);
    parent.children.push(element);
    this.under(element, draw);
  }

  /** Draws a picture that assistive technology reads by its description only. */
  figure(alt: string, place: Place, draw: (place: Place) => void): void {
    const at = { ...place, x: this.#left(place.x, place.width) };
    const { height } = this.#facts.size;
    const box = [at.x, height - at.y - at.height, at.x + at.width, height - at.y] as const;
    const figure = new StructureElement('Figure', { alt, box });
    this.#element?.children.push(figure);
    this.under(figure, () => this.#marked('Figure', () => draw(at)));
  }

  /** Draws a line of text. Its `x` is measured from the side where lines start. */
  text(line: TextLine): void {
    const { width } = measureText(line.text, line.style, line.size);
    const x = this.#left(line.x, width);
    this.#marked(this.#element?.tag ?? 'Span', () => this.#drawing.text({ ...line, x }));
  }

  /** Fills a decorative shape. `shape` receives the box to fill, mirrored if the language requires it. */
  decorate(place: Place, shape: (place: Place) => Shape, color: Color): void {
    const at = { ...place, x: this.#left(place.x, place.width) };
    this.decorations((drawing) => drawing.fill(shape(at), color));
  }

  /** Draws decorations in the page's own coordinates. */
  decorations(draw: (drawing: SheetDrawing, left: (x: number, width: number) => number) => void): void {
    this.#drawing.marked('Artifact', null, () => draw(this.#drawing, (x, width) => this.#left(x, width)));
  }

  /** Returns the drawing to use inside `figure`. */
  get drawing(): SheetDrawing {
    return this.#drawing;
  }

  #left(x: number, width: number): number {
    return this.#facts.isRightToLeft ? this.#facts.size.width - x - width : x;
  }

  #marked(tag: string, draw: () => void): void {
    const element = this.#element;
    if (element === null) {
      this.#drawing.marked('Artifact', null, draw);
      return;
    }
    const mcid = this.#content++;
    element.children.push({ page: this.#facts.index, mcid });
    this.#isInside = true;
    this.#drawing.marked(tag, mcid, draw);
    this.#isInside = false;
  }
}
