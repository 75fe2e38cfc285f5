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
import { createNumberArray } from '#server/pdf/engine/objects.ts';
import { getInherited, type MeasuredPage, type Resolve } from '#server/pdf/engine/page-geometry.ts';
import type { PageSheet } from './sheets.ts';

/**
 * Paints a form over a page. The page's own content is wrapped in q and Q, so that none of its graphics state
 * leaks into the drawing. Resources are copied first, because pages may share or inherit them.
 */
export function paintOver(pdf: PDF, page: MeasuredPage, form: PdfRef): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref);
  const resources = copyDict(getInherited(page.dict, 'Resources', resolve));
  const name = addForm(resources, form, resolve);
  page.dict.set('Resources', resources);

  const before = pdf.register(createContentStream('q'));
  const after = pdf.register(createContentStream(`\nQ\n/${name} Do`));
  page.dict.set('Contents', new PdfArray([before, ...getOwnContents(page.dict, resolve), after]));
}

/** Creates a page that isn't in the page tree yet. */
export function createPage(pdf: PDF, sheet: PageSheet, parent: PdfRef): { ref: PdfRef; dict: PdfDict } {
  const createBox = (): PdfArray => createNumberArray([0, 0, sheet.width, sheet.height]);
  const dict = PdfDict.of({
    Type: PdfName.of('Page'),
    Parent: parent,
    // These entries are set even to their defaults, because a page inherits whatever it leaves out.
    MediaBox: createBox(),
    CropBox: createBox(),
    Rotate: PdfNumber.of(0),
    Resources: sheet.resources,
    Contents: sheet.contents,
  });
  return { ref: pdf.register(dict), dict };
}

/** Puts content before and after a page's own content. Returns false if the page has none. */
export function wrapContents(page: PdfDict, before: PdfRef, after: PdfRef, resolve: Resolve): boolean {
  const own = getOwnContents(page, resolve);
  if (own.length > 0) page.set('Contents', new PdfArray([before, ...own, after]));
  return own.length > 0;
}

function addForm(resources: PdfDict, form: PdfRef, resolve: Resolve): string {
  const xObjects = copyDict(resources.get('XObject', resolve));
  let number = 1;
  while (xObjects.has(`Countersign${number}`)) number += 1;
  xObjects.set(`Countersign${number}`, form);
  resources.set('XObject', xObjects);
  return `Countersign${number}`;
}

function getOwnContents(page: PdfDict, resolve: Resolve): PdfObject[] {
  const contents = page.get('Contents');
  const resolved = contents instanceof PdfRef ? resolve(contents) : contents;
  if (resolved instanceof PdfArray) return resolved.toArray();
  return contents instanceof PdfRef && resolved instanceof PdfStream ? [contents] : [];
}

function copyDict(value: PdfObject | undefined): PdfDict {
  return value instanceof PdfDict ? value.clone() : new PdfDict();
}

/** Creates a stream of operators for a page. */
export function createContentStream(operators: string): PdfStream {
  return new PdfStream([], Buffer.from(operators, 'latin1'));
}
