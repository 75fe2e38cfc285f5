import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core';

/** An element of a tagged document, without its content. */
export type TaggedElement = {
  readonly tag: string;
  readonly alt: string | null;
  readonly language: string | null;
};

/** Returns the elements of a tagged document, each before those inside it. */
export async function structureTree(bytes: Uint8Array): Promise<TaggedElement[]> {
  const pdf = await PDF.load(bytes);
  const resolve = (ref: PdfRef): PdfObject | null => pdf.context.resolve(ref);
  const found: TaggedElement[] = [];
  const text = (value: PdfObject | undefined): string | null =>
    value instanceof PdfString ? value.asString() : null;
  const visit = (value: PdfObject | null | undefined): void => {
    const node = value instanceof PdfRef ? resolve(value) : value;
    if (node instanceof PdfArray) node.toArray().forEach(visit);
    if (!(node instanceof PdfDict)) return;
    const tag = node.getName('S', resolve)?.value;
    if (tag !== undefined)
      found.push({ tag, alt: text(node.get('Alt', resolve)), language: text(node.get('Lang', resolve)) });
    visit(node.get('K'));
  };
  visit(pdf.getCatalog().get('StructTreeRoot'));
  return found;
}
