import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { findFormPlace } from '#domain/document/earlier-signatures.ts';
import {
  combineMatrices,
  toFieldRectangle,
  intersectRectangles,
  invertMatrix,
  transformRectangle,
  type TransformationMatrix,
  getUprightMatrix,
  type Rectangle,
} from '#domain/field/geometry.ts';
import { listFormNodes } from '#domain/revision/form.ts';
import { combinePermissions, permitSigning } from '#domain/revision/permissions.ts';
import { drawFields, type PlainFields } from '#server/pdf/drawing/draw-fields.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';
import { Sheets } from '#server/pdf/drawing/sheets.ts';
import { createRectangleArray } from '#server/pdf/engine/objects.ts';
import { readRectangle, measurePage, type PageGeometry } from '#server/pdf/engine/page-geometry.ts';
import { SEAL_FIELD_NAME } from '#server/pdf/seal/catalog-entries.ts';
import {
  createSignatureDictionary,
  createSignatureField,
  type SignatureFacts,
} from '#server/pdf/seal/placeholder.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { clusterBoxes } from './cluster-boxes.ts';
import { openForIncrement, saveIncrement } from './increment.ts';
import { listUsablePlaces, type UsablePlace } from './form-places.ts';
import { parseReference, toRevision } from './revision.ts';

export type SignRequest = {
  readonly document: Uint8Array;
  readonly fields: readonly SealField[];
  readonly marks: LoadedMarks;
  /** The fields that are drawn so that they can be seen whatever is below them. */
  readonly plain: PlainFields;
  readonly facts: SignatureFacts;
};

type Open = SignRequest & {
  readonly pdf: PDF;
  readonly sheets: Sheets;
  readonly pages: readonly PageGeometry[];
  readonly signature: PdfRef;
};

/** How far letters and pen strokes may reach out of their field, in points on a Letter page. */
const MARGIN = 3;
const LETTER_WIDTH = 612;
/** If viewers would have to scale an appearance by more than this, it is replaced by one in user space. */
const MOST_SCALED = 100;

/**
 * Adds a signature with a placeholder in one increment. If the earlier signatures restrict nothing, values
 * become the appearance of visible signature fields. Otherwise, the values fill in form fields
 * that the document has.
 * @throws if that isn't permitted or possible
 */
export async function signOnSigned(request: SignRequest) {
  const pdf = await openForIncrement(request.document);
  const revision = toRevision(pdf);
  const permissions = combinePermissions(revision);
  if (!permitSigning(permissions)) throw new Error("the document's signatures don't permit another one");
  const names = new Set(listFormNodes(revision).map(({ name }) => name));
  const pages = getGeometries(pdf);
  const places = permissions.docMdp === null ? null : listUsablePlaces(revision, permissions, pages);

  const signature = pdf.register(createSignatureDictionary(request.facts));
  const open = { ...request, pdf, sheets: new Sheets(pdf), pages, signature };
  const hasPlace = places === null ? addWidgets(open, names) : fillPlaces(open, places);
  if (!hasPlace) addField(open, takeUnusedName(names), 0, null);
  const boxedCharacters = open.sheets.finish();
  const bytes = await saveIncrement(pdf, request.document);
  return { bytes, pageCount: pdf.getPageCount(), boxedCharacters, pages };
}

function getGeometries(pdf: PDF): PageGeometry[] {
  return Array.from({ length: pdf.getPageCount() }, (_, index) =>
    measurePage(requirePage(pdf, index), (ref) => pdf.context.resolve(ref)),
  );
}

function requirePage(pdf: PDF, index: number) {
  const page = pdf.getPage(index);
  if (page === null) throw new Error(`the document has no page ${index + 1}`);
  return page;
}

/**
 * Adds visible signature fields for the values of each page. Returns whether there are any. Values that are
 * close together share a field. One field for all of them would lie over most of the page, and over fields
 * that the document has.
 */
function addWidgets(open: Open, names: Set<string>): boolean {
  const byPage = [...Map.groupBy(open.fields, ({ page }) => page)].sort(([one], [other]) => one - other);
  for (const [number, fields] of byPage) {
    const geometry = getGeometry(open, number);
    const taken = listWidgetBoxes(open.pdf, number - 1);
    for (const cluster of clusterFields(fields, geometry, taken)) {
      const box = getBoxAround(cluster, geometry);
      const form = drawAppearance(open, cluster, box, geometry);
      addField(open, takeUnusedName(names), number - 1, { box, form });
    }
  }
  return byPage.length > 0;
}

/** Returns the rectangles of the form fields that a page has. */
function listWidgetBoxes(pdf: PDF, index: number): Rectangle[] {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const annotations = requirePage(pdf, index).dict.getArray('Annots', resolve)?.toArray() ?? [];
  return annotations.flatMap((item) => {
    const widget = item instanceof PdfRef ? resolve(item) : item;
    if (!(widget instanceof PdfDict) || widget.getName('Subtype', resolve)?.value !== 'Widget') return [];
    return readRectangle(widget.get('Rect', resolve), resolve) ?? [];
  });
}

/**
 * Divides the fields of a page into groups with small boxes around them, which overlap neither each other nor
 * `taken` where that can be helped.
 */
function clusterFields(
  fields: readonly SealField[],
  geometry: PageGeometry,
  taken: readonly Rectangle[],
): SealField[][] {
  const boxes = fields.map((field) => getBoxAround([field], geometry));
  const clusters = clusterBoxes(boxes, (one, other, both) => canShareField(one, other, both, taken));
  return clusters.map(({ places }) => places.flatMap((place) => fields[place] ?? []));
}

/** The most that a common box may be larger than the boxes it consists of. */
const MOST_SPARSE = 2.5;

function canShareField(
  one: Rectangle,
  other: Rectangle,
  both: Rectangle,
  taken: readonly Rectangle[],
): boolean {
  const isClose = isOverlapping(one, other) || getArea(both) <= MOST_SPARSE * (getArea(one) + getArea(other));
  return (
    isClose &&
    !taken.some((box) => isOverlapping(box, both) && !isOverlapping(box, one) && !isOverlapping(box, other))
  );
}

function isOverlapping(one: Rectangle, other: Rectangle): boolean {
  return intersectRectangles(one, other) !== null;
}

function getArea({ width, height }: Rectangle): number {
  return width * height;
}

function getGeometry({ pages }: Open, number: number): PageGeometry {
  const geometry = pages[number - 1];
  if (!geometry) throw new Error(`a field lies on page ${number}, which the document does not have`);
  return geometry;
}

/**
 * Returns the smallest rectangle in user space that contains all fields of a page and everything that reaches
 * out of them.
 */
function getBoxAround(
  fields: readonly SealField[],
  { box, rotate, visibleWidth, visibleHeight }: PageGeometry,
) {
  const matrix = getUprightMatrix(box, rotate);
  const margin = MARGIN * Math.max(1, Math.min(visibleWidth, visibleHeight) / LETTER_WIDTH);
  const boxes = fields.map((field) => transformRectangle(matrix, toFieldRectangle(field, box, rotate)));
  const left = Math.min(...boxes.map(({ x }) => x)) - margin;
  const bottom = Math.min(...boxes.map(({ y }) => y)) - margin;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + margin;
  const top = Math.max(...boxes.map(({ y, height }) => y + height)) + margin;
  return intersectRectangles({ x: left, y: bottom, width: right - left, height: top - bottom }, box) ?? box;
}

/** The coordinate space that a widget's appearance is drawn in. */
type FormSpace = {
  readonly entries: Readonly<Record<string, PdfArray>>;
  /** The matrix from user space to this space; null if they are the same. */
  readonly matrix: TransformationMatrix | null;
};

/**
 * Draws fields as the appearance of a widget. If the widget doesn't have a space already, the appearance's
 * bounding box is the widget's rectangle in user space, so that viewers neither move nor scale it (ISO
 * 32000-2, 12.5.5).
 */
function drawAppearance(
  { pdf, sheets, marks, plain }: Open,
  fields: readonly SealField[],
  box: Rectangle,
  geometry: PageGeometry,
  space: FormSpace = { entries: { BBox: createRectangleArray(box) }, matrix: null },
): PdfRef {
  const sheet = sheets.draw(
    { width: geometry.visibleWidth, height: geometry.visibleHeight },
    (drawing) => drawFields(drawing, fields, geometry, marks, plain),
    getUprightMatrix(geometry.box, geometry.rotate),
  );
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    ...space.entries,
    Resources: PdfDict.of({ XObject: PdfDict.of({ Values: sheet.form }) }),
  };
  const move = space.matrix === null ? '' : `${space.matrix.map((value) => value.toFixed(6)).join(' ')} cm `;
  return pdf.register(PdfStream.fromDict(entries, Buffer.from(`/Tx BMC q ${move}/Values Do Q EMC`)));
}

/**
 * Returns the space of the appearance that a widget already has. Software that compares revisions treats a
 * different bounding box as more than filling in. Returns undefined if the widget has no usable appearance.
 */
function findFormSpace(pdf: PDF, widget: PdfDict, box: Rectangle): FormSpace | undefined {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const form = widget.getDict('AP', resolve)?.get('N', resolve);
  if (!(form instanceof PdfStream)) return undefined;
  const bounds = readRectangle(form.get('BBox', resolve), resolve);
  const matrix = readMatrix(form.getArray('Matrix', resolve));
  if (bounds === null || matrix === null) return undefined;
  // Viewers fit the box, as transformed by the matrix, into the widget's rectangle.
  const turned = transformRectangle(matrix, bounds);
  const [scaleX, scaleY] = [box.width / turned.width, box.height / turned.height];
  const fit = [scaleX, 0, 0, scaleY, box.x - turned.x * scaleX, box.y - turned.y * scaleY] as const;
  if (![scaleX, scaleY].every((scale) => scale > 1 / MOST_SCALED && scale < MOST_SCALED)) return undefined;
  const back = invertMatrix(combineMatrices(matrix, fit));
  if (back === null) return undefined;
  const entries = (['BBox', 'Matrix'] as const).flatMap((key) => {
    const value = form.getArray(key, resolve);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { entries: Object.fromEntries(entries), matrix: back };
}

function readMatrix(array: PdfArray | undefined): TransformationMatrix | null {
  if (array === undefined) return [1, 0, 0, 1, 0, 0];
  const values = array.toArray().map((item) => (item instanceof PdfNumber ? item.value : Number.NaN));
  return values.length === 6 && values.every(Number.isFinite)
    ? (values as unknown as TransformationMatrix)
    : null;
}

type Appearance = { readonly box: Rectangle; readonly form: PdfRef };

/** Adds a signature field with its widget on a page. Without an appearance, the field is invisible. */
function addField({ pdf, signature }: Open, name: string, index: number, shown: Appearance | null): void {
  const page = requirePage(pdf, index);
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const widget = createSignatureField(name, signature, page.ref);
  if (shown !== null) {
    widget.set('Rect', createRectangleArray(shown.box));
    widget.set('AP', PdfDict.of({ N: shown.form }));
  }
  const ref = pdf.register(widget);
  page.dict.set('Annots', new PdfArray([...(page.dict.getArray('Annots', resolve)?.toArray() ?? []), ref]));

  const catalog = pdf.getCatalog();
  const form = catalog.getDict('AcroForm', resolve);
  if (!form) throw new Error('the signed document has no form');
  const fields = form.getArray('Fields', resolve)?.toArray() ?? [];
  form.set('Fields', new PdfArray([...fields, ref]));
  form.set('SigFlags', PdfNumber.of(3));
  // A direct form is part of the catalog, so the catalog must be written again.
  if (catalog.getRef('AcroForm') === undefined) catalog.set('AcroForm', form);
}

/** Fills in the form fields that the values belong to. Returns whether one of them is a signature field. */
function fillPlaces(open: Open, places: readonly UsablePlace[]): boolean {
  const free = new Set(places);
  let isSigned = false;
  for (const field of open.fields) {
    const place = findFormPlace(field, [...free]);
    if (place === null)
      throw new Error(`a field on page ${field.page} isn't on a form field that can be filled in`);
    free.delete(place);
    const widget = open.pdf.context.resolve(parseReference(place.id));
    if (!(widget instanceof PdfDict)) throw new Error(`the form field ${place.name} is missing`);
    widget.set('V', place.kind === 'signature' ? open.signature : PdfString.fromString(field.value));
    const space = findFormSpace(open.pdf, widget, place.box);
    const form = drawAppearance(open, [field], place.box, getGeometry(open, field.page), space);
    widget.set('AP', PdfDict.of({ N: form }));
    isSigned ||= place.kind === 'signature';
  }
  return isSigned;
}

/** Returns a name that no field has, and reserves it. */
function takeUnusedName(names: Set<string>): string {
  let name = SEAL_FIELD_NAME;
  for (let number = 2; names.has(name); number += 1) name = `${SEAL_FIELD_NAME} ${number}`;
  names.add(name);
  return name;
}
