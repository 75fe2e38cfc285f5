import { rawPdf } from './pdf.ts';

/** A PDF of this many pages. The last one has a form with one text field of this name. */
export function oneFieldForm(label: string, pageCount = 1): Uint8Array {
  const first = 3;
  const widget = first + pageCount;
  const kids = Array.from({ length: pageCount }, (_, index) => `${first + index} 0 R`);
  const page = (index: number) =>
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400]${index === pageCount - 1 ? ` /Annots [${widget} 0 R]` : ''}>>`;
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [${widget} 0 R]>>>>`,
    `<</Type /Pages /Kids [${kids.join(' ')}] /Count ${pageCount}>>`,
    ...kids.map((_, index) => page(index)),
    `<</Type /Annot /Subtype /Widget /F 4 /P ${widget - 1} 0 R /FT /Tx /T (${label}) /TU (${label}) /Rect [40 340 240 360]>>`,
  ]);
}
