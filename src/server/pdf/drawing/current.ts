import { getUprightMatrix } from '#domain/field/geometry.ts';
import { loadPdf } from '#server/pdf/engine/load-pdf.ts';
import { measurePage, type PageGeometry } from '#server/pdf/engine/page-geometry.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { drawFields } from './draw-fields.ts';
import type { LoadedMarks } from './pictures.ts';
import { paintOver } from './overlay.ts';
import { Sheets, type SheetDrawing } from './sheets.ts';
import { measureText } from './text/wrap.ts';

export type CurrentRequest = {
  /** The document as the signers see it. */
  readonly document: Uint8Array;
  readonly fields: readonly SealField[];
  /** The marks of the fields. */
  readonly marks: LoadedMarks;
  /** A line at the top of every page; null for none. */
  readonly notice: string | null;
};

/** Draws values onto a document the way sealing will, without a certificate or a seal. */
export async function drawCurrentDocument({
  document,
  fields,
  marks,
  notice,
}: CurrentRequest): Promise<Uint8Array> {
  const pdf = await loadPdf(document);
  const sheets = new Sheets(pdf);
  const byPage = Map.groupBy(fields, ({ page }) => page);
  for (let number = 1; number <= pdf.getPageCount(); number += 1) {
    const own = byPage.get(number) ?? [];
    const page = pdf.getPage(number - 1);
    if (page === null || (own.length === 0 && notice === null)) continue;
    const geometry = measurePage(page, (ref) => pdf.context.resolve(ref));
    const sheet = sheets.draw(
      { width: geometry.visibleWidth, height: geometry.visibleHeight },
      (drawing) => {
        drawFields(drawing, own, geometry, marks);
        if (notice !== null) drawNotice(drawing, geometry, notice);
      },
      getUprightMatrix(geometry.box, geometry.rotate),
    );
    paintOver(pdf, page, sheet.form);
  }
  sheets.finish();
  return await pdf.save({ incremental: true });
}

const NOTICE_SIZE = 9;

function drawNotice(drawing: SheetDrawing, { visibleWidth, userUnit }: PageGeometry, text: string): void {
  const size = NOTICE_SIZE / userUnit;
  const { width } = measureText(text, 'bold', size);
  drawing.text({ text, style: 'bold', size, x: (visibleWidth - width) / 2, y: 2 * size, color: '#b42318' });
}
