import { PDF, PdfName } from '@libpdf/core';
import { getUprightMatrix } from '#domain/field/geometry.ts';
import { createCompressedStream, createNumberArray } from '#server/pdf/engine/objects.ts';
import { measurePage, type PageGeometry } from '#server/pdf/engine/page-geometry.ts';
import { paintOver } from './overlay.ts';
import { formatNumbers, createPolylineShape, type Shape } from './shapes.ts';

/**
 * Marks every page of a document as a test. TEST appears in the top left and the bottom right corner, which
 * is in the margin of most documents. It is drawn as lines, so that it is visible everywhere and isn't text
 * that can be searched or read.
 */
export async function markAsTest(document: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDF.load(document);
  for (let index = 0; index < pdf.getPageCount(); index += 1) {
    const page = pdf.getPage(index);
    if (page === null) continue;
    const geometry = measurePage(page, (ref) => pdf.context.resolve(ref));
    const { visibleWidth, visibleHeight, box, rotate } = geometry;
    const entries = {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: createNumberArray([0, 0, visibleWidth, visibleHeight]),
      Matrix: createNumberArray(getUprightMatrix(box, rotate)),
    };
    paintOver(
      pdf,
      page,
      pdf.register(createCompressedStream(entries, Buffer.from(drawMarks(geometry), 'latin1'))),
    );
  }
  return await pdf.save({ incremental: true });
}

const HEIGHT = 13;
const MARGIN = 9;
const ADVANCE = 0.85;
const WORD_WIDTH = 3 * ADVANCE + 0.6;
/** Dark red, which is legible on white and on printed content. */
const PEN = '0.706 0.137 0.094 RG';

/** The letters as lines in a box 1 high and 0.6 wide, with the origin at the bottom left. */
const T = [
  [0, 1, 0.6, 1],
  [0.3, 1, 0.3, 0],
];
const E = [
  [0.55, 1, 0, 1, 0, 0, 0.55, 0],
  [0, 0.5, 0.45, 0.5],
];
const S = [
  [0.6, 0.85, 0.45, 1, 0.15, 1, 0, 0.85, 0, 0.65, 0.15, 0.52],
  [0.15, 0.52, 0.45, 0.48, 0.6, 0.35, 0.6, 0.15, 0.45, 0, 0.15, 0, 0, 0.15],
];

function drawMarks({ visibleWidth, visibleHeight, userUnit }: PageGeometry): string {
  const [height, margin] = [HEIGHT / userUnit, MARGIN / userUnit];
  const right = visibleWidth - margin - WORD_WIDTH * height;
  const lines = [
    ...drawWord(margin, visibleHeight - margin - height, height),
    ...drawWord(right, margin, height),
  ];
  return ['/Artifact BMC', `${PEN} ${formatNumbers(height / 7)} w 1 J 1 j`, ...lines, 'S', 'EMC'].join('\n');
}

function drawWord(x: number, y: number, height: number): Shape[] {
  return [T, E, S, T].flatMap((letter, at) =>
    letter.map((line) =>
      createPolylineShape(
        ...Array.from(
          { length: line.length / 2 },
          (_, index) =>
            [
              x + (at * ADVANCE + (line[2 * index] ?? 0)) * height,
              y + (line[2 * index + 1] ?? 0) * height,
            ] as const,
        ),
      ),
    ),
  );
}
