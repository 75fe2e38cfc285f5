import { readFilenames } from '#domain/field/attachment.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import { getUnit, LARGEST_TEXT } from '#domain/field/value/fit.ts';
import { toPrintable, toPrintableLines } from '#domain/text.ts';
import { drawMark } from './marks.ts';
import { type LoadedMarks, toWhite } from './pictures.ts';
import { toOutlines } from './outlines.ts';
import { createCircleShape, createPolylineShape, createRectangleShape } from './shapes.ts';
import type { Place, SheetDrawing } from './sheets.ts';
import { drawValue, INK } from './draw-value.ts';
import type { PageGeometry } from '#server/pdf/engine/page-geometry.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';

const WHITE = '#ffffff';
/** In points. */
const STRIKE_WIDTH = 1.2;

/**
 * How fields are drawn as shapes, so that they can be seen whatever is below them: in ink on a white ground,
 * or in white on dark ground that has print.
 */
export type PlainFields = ReadonlyMap<SealField, 'on white' | 'in white'>;

/**
 * Draws the values of a page's fields onto a sheet of the page's visible size.
 */
export function drawFields(
  drawing: SheetDrawing,
  fields: readonly SealField[],
  page: PageGeometry,
  marks: LoadedMarks,
  plain?: PlainFields,
): void {
  for (const field of fields) {
    const place = toPlace(field, page);
    const look = plain?.get(field);
    // A ground would cover what is struck through.
    if (look === 'on white' && field.type !== 'strikethrough')
      drawing.fill(createRectangleShape(place.x, place.y, place.width, place.height), WHITE);
    const shown = look === 'in white' ? drawInWhite(drawing) : drawing;
    DRAWINGS[field.type](look ? toOutlines(shown) : shown, field, place, marks, pointOn(page));
  }
}

/** Returns a drawing whose ink is white. */
function drawInWhite(drawing: SheetDrawing): SheetDrawing {
  return {
    ...drawing,
    text: (line) => drawing.text({ ...line, color: WHITE }),
    fill: (shape) => drawing.fill(shape, WHITE),
    stroke: (shape, pen) => drawing.stroke(shape, { ...pen, color: WHITE }),
    picture: (picture, place) => drawing.picture(toWhite(picture), place),
  };
}

function toPlace(field: SealField, page: PageGeometry): Place {
  return {
    x: field.x * page.visibleWidth,
    y: field.y * page.visibleHeight,
    width: field.width * page.visibleWidth,
    height: field.height * page.visibleHeight,
  };
}

/** Returns the unit of all sizes here in user space. */
function pointOn({ visibleWidth, visibleHeight, userUnit }: PageGeometry): number {
  return getUnit({ width: visibleWidth * userUnit, height: visibleHeight * userUnit }) / userUnit;
}

type Draw = (
  drawing: SheetDrawing,
  field: SealField,
  place: Place,
  marks: LoadedMarks,
  point: number,
) => void;

const drawAdopted: Draw = (drawing, { mark }, place, marks, point) => {
  if (mark) drawMark(drawing, place, toPrintableMark(mark), marks, point);
};
const drawLineOfText: Draw = (drawing, field, place, _marks, point) =>
  drawValue(drawing, place, toPrintable(field.value), point, field);
const drawLines: Draw = (drawing, field, place, _marks, point) =>
  drawValue(drawing, place, toPrintableLines(field.value).trim(), point, field);

/** How each field type is drawn. */
const DRAWINGS: Readonly<Record<FieldType, Draw>> = {
  signature: drawAdopted,
  initials: drawAdopted,
  stamp: drawAdopted,
  date: drawLineOfText,
  name: drawLineOfText,
  email: drawLineOfText,
  company: drawLineOfText,
  title: drawLineOfText,
  text: drawLines,
  number: drawLineOfText,
  checkbox: (drawing, { value }, place) => {
    if (value === 'true') drawTick(drawing, place);
  },
  radio: (drawing, { value }, place, _marks, point) => drawChoice(drawing, place, value, point),
  dropdown: drawLineOfText,
  choices: drawLines,
  phone: drawLineOfText,
  // The certificate has the hash of each file.
  attachment: (drawing, field, place, marks, point) =>
    drawLines(drawing, { ...field, value: readFilenames(field.value) }, place, marks, point),
  note: drawLines,
  strikethrough: (drawing, _field, place, _marks, point) => drawStrike(drawing, place, point),
};

function toPrintableMark(mark: NonNullable<SealField['mark']>): NonNullable<SealField['mark']> {
  return mark.kind === 'typed' ? { ...mark, text: toPrintable(mark.text) } : mark;
}

/** Draws a check mark over four fifths of a box, as the signer's page shows it. */
function drawTick(drawing: SheetDrawing, place: Place): void {
  const side = Math.min(place.width, place.height);
  const x = place.x + (place.width - side) / 2;
  const y = place.y + (place.height - side) / 2;
  const tick = createPolylineShape(
    [x + side * 0.16, y + side * 0.53],
    [x + side * 0.4, y + side * 0.77],
    [x + side * 0.84, y + side * 0.22],
  );
  drawing.stroke(tick, { color: INK, width: side * 0.12 });
}

/** Draws a line through the middle of a box, which is as high as one line of text. */
function drawStrike(drawing: SheetDrawing, { x, y, width, height }: Place, point: number): void {
  const middle = y + height / 2;
  const line = createPolylineShape([x, middle], [x + width, middle]);
  drawing.stroke(line, { color: INK, width: Math.min(STRIKE_WIDTH * point, height) });
}

/** A chosen button is a dot. A chosen option is written out, because a dot alone wouldn't say which. */
function drawChoice(drawing: SheetDrawing, place: Place, value: string, point: number): void {
  const text = toPrintable(value);
  if (text === '' || text === 'false') return;
  const side = Math.min(place.width, place.height);
  if (text === 'true') {
    drawDot(drawing, place.x + place.width / 2, place.y + place.height / 2, side * 0.28);
    return;
  }
  if (place.width < 3 * side) {
    drawValue(drawing, place, text, point);
    return;
  }
  const dot = Math.min(side, LARGEST_TEXT * point);
  drawDot(drawing, place.x + dot / 2, place.y + place.height / 2, dot * 0.28);
  drawValue(drawing, { ...place, x: place.x + dot, width: place.width - dot }, text, point);
}

function drawDot(drawing: SheetDrawing, x: number, y: number, radius: number): void {
  drawing.fill(createCircleShape(x, y, radius), INK);
}
