import { type PdfArray, PdfDict, PdfName, PdfStream, type PdfRef } from '@libpdf/core';
import type { Rectangle } from '#domain/field/geometry.ts';
import type { FormStyle } from './form-style.ts';
import {
  getDictEntry,
  getNameEntry,
  createNumberArray,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import {
  parseFontName,
  findNearestStandardFont,
  parseRgb,
  parseFontSize,
  formatTextOperators,
} from './text-appearance.ts';

export interface TextBox {
  readonly text: string;
  readonly defaultAppearance: string;
  /** 0 left, 1 center, 2 right (ISO 32000-2, table 228, Q). */
  readonly alignment: number;
  readonly multiline: boolean;
  readonly comb: number | null;
  /** Operators to draw below the text. */
  readonly frame: string;
}

/**
 * Registers a form XObject that shows text in a standard font, or is drawn later if those lack its letters.
 */
export function setText(graph: ObjectGraph, style: FormStyle, box: Rectangle, text: TextBox): PdfRef {
  const fonts = style.resources && getDictEntry(graph, style.resources, 'Font');
  const fontName = parseFontName(text.defaultAppearance);
  const declared = fonts && getDictEntry(graph, fonts, fontName);
  const font = findNearestStandardFont((declared && getNameEntry(graph, declared, 'BaseFont')) ?? fontName);
  const alignment = text.alignment === 1 ? 'center' : text.alignment === 2 ? 'right' : 'left';
  const operators = formatTextOperators({
    text: text.text,
    width: box.width,
    height: box.height,
    defaultAppearance: text.defaultAppearance,
    font,
    alignment,
    multiline: text.multiline,
    comb: text.comb,
  });
  if (operators === null) {
    return style.scripts.add({
      text: text.text,
      width: box.width,
      height: box.height,
      size: parseFontSize(text.defaultAppearance),
      color: parseRgb(text.defaultAppearance),
      alignment,
      multiline: text.multiline,
      frame: text.frame,
    });
  }
  return registerForm(
    graph,
    createNumberArray([0, 0, box.width, box.height]),
    `${text.frame}\n${operators}`,
    {
      Font: PdfDict.of({ F: createStandardFont(font, 'WinAnsiEncoding') }),
    },
  );
}

/** Registers a form XObject (ISO 32000-2, 8.10). */
export function registerForm(
  graph: ObjectGraph,
  boundingBox: PdfArray,
  operators: string,
  resources: Record<string, PdfDict>,
): PdfRef {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: boundingBox,
    Resources: PdfDict.of(resources),
  };
  return graph.register(PdfStream.fromDict(entries, Buffer.from(operators, 'latin1')));
}

/** Makes one of the fonts that every viewer has (ISO 32000-2, 9.6.2.2). */
export function createStandardFont(name: string, encoding: string | null): PdfDict {
  const font = PdfDict.of({
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type1'),
    BaseFont: PdfName.of(name),
  });
  if (encoding) font.set('Encoding', PdfName.of(encoding));
  return font;
}
