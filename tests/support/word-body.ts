import { docxOfBody, zip } from './docx.ts';

/** A paragraph of a Word document, with each text in its own run. */
export function paragraph(...texts: string[]): string {
  return `<w:p>${texts.map((text) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`;
}

/** A table of texts with borders. */
export function table(...rows: (readonly string[])[]): string {
  const sides = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'];
  const borders = sides.map((side) => `<w:${side} w:val="single" w:sz="4"/>`).join('');
  const grid = (rows[0] ?? []).map(() => '<w:gridCol w:w="4000"/>').join('');
  const cells = (row: readonly string[]) =>
    row.map((text) => `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`);
  const written = rows.map((row) => `<w:tr>${cells(row).join('')}</w:tr>`).join('');
  return `<w:tbl><w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written}</w:tbl>`;
}

/** A Word document with this body, as XML. */
export function wordFile(...body: string[]): Buffer {
  return zip(docxOfBody(body.join('')));
}
