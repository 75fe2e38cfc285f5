import { type PDF, PdfArray, PdfDict, PdfName, type PdfRef } from '@libpdf/core';
import type { TransformationMatrix } from '#domain/field/geometry.ts';
import { createCompressedStream, createNumberArray } from '#server/pdf/engine/objects.ts';
import type { Picture } from './pictures.ts';
import { embedPicture } from './pictures.ts';
import { formatNumbers, type Shape } from './shapes.ts';
import { EmbeddedFonts } from './embedding/embedded-fonts.ts';
import type { FontStyle } from './text/faces.ts';
import { shapeCells, type ShapedLine, shapeLine } from './text/shape.ts';

/** A place on a sheet in points, with the origin at the top left. */
export type Place = { x: number; y: number; width: number; height: number };

/** A color as `#rrggbb`. */
export type Color = `#${string}`;

/**
 * A line of text with its baseline at `y`. `x` is the left edge, whatever the direction. The first letter
 * determines the direction unless it is given.
 */
export type TextLine = {
  text: string;
  style: FontStyle;
  size: number;
  x: number;
  y: number;
  color: Color;
  rightToLeft?: boolean;
  /** The share of their usual width that letters have. Default: 1. */
  stretch?: number;
  /** The width of a cell, if each character is in the middle of one. */
  cell?: number;
};

/** The drawing surface of an open sheet. y points down from the top. */
export type SheetDrawing = {
  text(line: TextLine): void;
  fill(shape: Shape, color: Color): void;
  stroke(shape: Shape, pen: { color: Color; width: number }): void;
  picture(picture: Picture, place: Place): void;
  /**
   * Draws content that a structure element refers to by its number, or an artifact if there is no number (ISO
   * 32000-2, 14.6).
   */
  marked(tag: string, mcid: number | null, draw: () => void): void;
};

/** A finished drawing, as a form XObject (ISO 32000-2, 8.10), and its size in points. */
export type Sheet = { form: PdfRef; width: number; height: number };

/** A finished drawing that is the content of a separate page. */
export type PageSheet = { contents: PdfRef; resources: PdfDict; width: number; height: number };

type Size = { width: number; height: number };

/** Draws sheets into a document. The sheets share fonts and pictures. */
export class Sheets {
  readonly #pdf: PDF;
  readonly #profile: PdfRef | null;
  readonly #fonts: EmbeddedFonts;
  readonly #pictures = new Map<Picture, PdfRef>();
  readonly #boxed = new Set<string>();

  /** If `profile` is given, colors have the meaning that this ICC profile defines. */
  constructor(pdf: PDF, profile: PdfRef | null = null) {
    this.#pdf = pdf;
    this.#profile = profile;
    this.#fonts = new EmbeddedFonts(pdf);
  }

  /**
   * Draws one sheet. `matrix` maps the sheet's upright space, with its origin at the bottom left, to the
   * space of the content that paints the form.
   */
  draw(
    size: Size,
    draw: (drawing: SheetDrawing) => void,
    matrix: TransformationMatrix = [1, 0, 0, 1, 0, 0],
  ): Sheet {
    const { operators, resources } = this.#composed(size, draw);
    const entries = {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: createNumberArray([0, 0, size.width, size.height]),
      Matrix: createNumberArray(matrix),
      Resources: resources,
    };
    return { form: this.#pdf.register(createCompressedStream(entries, operators)), ...size };
  }

  /**
   * Draws the content of a page. Structure can refer to it, whereas some readers don't support that for the
   * content of a form.
   */
  drawPage(size: Size, draw: (drawing: SheetDrawing) => void): PageSheet {
    const { operators, resources } = this.#composed(size, draw);
    return { contents: this.#pdf.register(createCompressedStream({}, operators)), resources, ...size };
  }

  #composed(
    size: Size,
    draw: (drawing: SheetDrawing) => void,
  ): { operators: Uint8Array; resources: PdfDict } {
    const fonts = new PdfDict();
    const pictures = new PdfDict();
    const operators = [`1 0 0 -1 0 ${formatNumbers(size.height)} cm`];
    draw({
      text: (line) => operators.push(...this.#text(line, fonts)),
      fill: (shape, color) => operators.push(`${formatRgb(color)} rg`, shape, 'f'),
      stroke: (shape, { color, width }) =>
        operators.push(`${formatRgb(color)} RG ${formatNumbers(width)} w 1 J 1 j`, shape, 'S'),
      picture: (picture, place) => {
        const ref = this.#pictures.get(picture) ?? embedPicture(this.#pdf, picture);
        this.#pictures.set(picture, ref);
        const name = `I${ref.objectNumber}`;
        pictures.set(name, ref);
        const { x, y, width, height } = place;
        operators.push(`q ${formatNumbers(width, 0, 0, -height, x, y + height)} cm /${name} Do Q`);
      },
      marked: (tag, mcid, content) => {
        operators.push(mcid === null ? `/${tag} BMC` : `/${tag} <</MCID ${mcid}>> BDC`);
        content();
        operators.push('EMC');
      },
    });
    const resources = PdfDict.of({ Font: fonts, XObject: pictures });
    if (this.#profile !== null)
      resources.set(
        'ColorSpace',
        PdfDict.of({ DefaultRGB: new PdfArray([PdfName.of('ICCBased'), this.#profile]) }),
      );
    return { operators: Buffer.from(operators.join('\n'), 'latin1'), resources };
  }

  /**
   * Writes the fonts. Nothing can be drawn afterwards. Returns the characters that were drawn as code boxes
   * because no face has them.
   */
  finish(): string[] {
    this.#fonts.finish();
    return [...this.#boxed];
  }

  #text(textLine: TextLine, fonts: PdfDict): string[] {
    const { size, x, y, color, stretch = 1 } = textLine;
    const line = shapeTextLine(textLine);
    for (const character of line.boxed) this.#boxed.add(character);
    const operators = [`BT ${formatRgb(color)} rg ${formatNumbers(stretch, 0, 0, -1, x, y)} Tm`];
    let font = '';
    let shown: string[] = [];
    const flush = (): void => {
      if (shown.length > 0) operators.push(`[${shown.join('')}] TJ`);
      shown = [];
    };
    for (const cluster of line.clusters) {
      const glyph = this.#fonts.show(cluster);
      if (glyph.font !== font) {
        flush();
        font = glyph.font;
        fonts.set(font, glyph.ref);
        operators.push(`/${font} ${formatNumbers(size)} Tf`);
      }
      const excess = glyph.width - cluster.advance * 1000;
      shown.push(`<${glyph.code}>`, Math.abs(excess) < 0.01 ? '' : formatNumbers(excess));
    }
    flush();
    return [...operators, 'ET'];
  }
}

/** Shapes a line as it is drawn. */
export function shapeTextLine({
  text,
  style,
  size,
  rightToLeft,
  cell,
}: TextLine): Pick<ShapedLine, 'clusters' | 'boxed'> {
  return cell === undefined
    ? shapeLine(text, style, rightToLeft)
    : shapeCells(text, style, rightToLeft === true, cell / size);
}

function formatRgb(color: Color): string {
  return formatNumbers(...[1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255));
}
