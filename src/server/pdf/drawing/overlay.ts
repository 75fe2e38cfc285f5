import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core';
import type { TransformationMatrix } from '#domain/field/geometry.ts';
import { inherited, type MeasuredPage, type Resolve } from '#server/pdf/engine/page-geometry.ts';
import type { SkiaImport } from './skia-import.ts';
import { type Sheet, wholePoints } from './skia-sheets.ts';

/**
 * Registers a sheet's drawings as forms; `matrix` takes upright space, origin bottom-left of the sheet, into
 * that of the page.
 */
export function sheetForms(sheet: Sheet, matrix: TransformationMatrix, skia: SkiaImport): PdfRef[] {
  const main = skia.form(sheet.page, translated(matrix, 0, sheet.height - wholePoints(sheet.height)));
  const spans = sheet.spans.map((span) => {
    const bottom = sheet.height - span.y - wholePoints(span.height);
    return skia.form(span.page, translated(matrix, span.x, bottom), span.actualTexts);
  });
  return [main, ...spans];
}

/**
 * Paints forms over what a page shows. Its own content is wrapped in q and Q so that no state of it leaks into
 * the drawing; resources, which pages may share or inherit, are copied before they are added to.
 */
export function paintOver(pdf: PDF, page: MeasuredPage, forms: readonly PdfRef[]): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref);
  const resources = copyOf(inherited(page.dict, 'Resources', resolve));
  const names = addForms(resources, forms, resolve);
  page.dict.set('Resources', resources);

  const before = pdf.register(contentStream('q'));
  const after = pdf.register(contentStream(`\nQ\n${paintOperators(names)}`));
  page.dict.set('Contents', new PdfArray([before, ...ownContents(page.dict, resolve), after]));
}

/** Makes a new page, not yet in the page tree, that shows nothing but the forms. Sizes in points. */
export function pageOf(
  pdf: PDF,
  size: { width: number; height: number },
  parent: PdfRef,
  forms: readonly PdfRef[],
): { ref: PdfRef; dict: PdfDict } {
  const resources = new PdfDict();
  const names = addForms(resources, forms, (ref) => pdf.context.resolve(ref));
  const box = (): PdfArray => new PdfArray([0, 0, size.width, size.height].map((side) => PdfNumber.of(side)));
  const dict = PdfDict.of({
    Type: PdfName.of('Page'),
    Parent: parent,
    // Stated although they are defaults: a page inherits what it does not state.
    MediaBox: box(),
    CropBox: box(),
    Rotate: PdfNumber.of(0),
    Resources: resources,
    Contents: pdf.register(contentStream(paintOperators(names))),
  });
  return { ref: pdf.register(dict), dict };
}

function addForms(resources: PdfDict, forms: readonly PdfRef[], resolve: Resolve): string[] {
  const xObjects = copyOf(resources.get('XObject', resolve));
  let number = 0;
  const names = forms.map((ref) => {
    do number += 1;
    while (xObjects.has(`Countersign${number}`));
    xObjects.set(`Countersign${number}`, ref);
    return `Countersign${number}`;
  });
  resources.set('XObject', xObjects);
  return names;
}

function paintOperators(names: readonly string[]): string {
  return names.map((name) => `/${name} Do`).join('\n');
}

function ownContents(page: PdfDict, resolve: Resolve): PdfObject[] {
  const contents = page.get('Contents');
  const resolved = contents instanceof PdfRef ? resolve(contents) : contents;
  if (resolved instanceof PdfArray) return resolved.toArray();
  return contents instanceof PdfRef && resolved instanceof PdfStream ? [contents] : [];
}

function copyOf(value: PdfObject | undefined): PdfDict {
  return value instanceof PdfDict ? value.clone() : new PdfDict();
}

function contentStream(operators: string): PdfStream {
  return new PdfStream([], Buffer.from(operators, 'latin1'));
}

function translated(matrix: TransformationMatrix, x: number, y: number): TransformationMatrix {
  const [a, b, c, d, e, f] = matrix;
  return [a, b, c, d, a * x + c * y + e, b * x + d * y + f];
}
