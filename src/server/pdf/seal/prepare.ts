import { PDF, PdfArray, PdfDict, PdfName, type PdfRef } from '@libpdf/core';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { TYPE_LABELS } from '#domain/field/type-label.ts';
import { getUprightMatrix, toFieldRectangle, transformRectangle } from '#domain/field/geometry.ts';
import {
  drawCertificate,
  type DrawnCertificate,
  pickCertificatePageSize,
} from '#server/pdf/certificate/certificate.ts';
import { withSealedHash } from '#server/pdf/certificate/content.ts';
import { addStructure, type TaggedContent } from '#server/pdf/drawing/add-structure.ts';
import { addSrgbProfile } from '#server/pdf/drawing/srgb-profile.ts';
import { StructureElement } from '#server/pdf/drawing/structure.ts';
import { addFiles, addPages, addSignature, type EmbeddedFile, type NewPage } from './catalog-entries.ts';
import { getMaxSignedDataBytes, TOKEN_ATTRIBUTE_BYTES } from './cms.ts';
import { drawFields, type PlainFields } from '#server/pdf/drawing/draw-fields.ts';
import type { LoadedMarks } from '#server/pdf/drawing/pictures.ts';
import { createPage, paintOver } from '#server/pdf/drawing/overlay.ts';
import { loadPdf } from '#server/pdf/engine/load-pdf.ts';
import {
  type MeasuredPage,
  measurePage,
  type PageGeometry,
  type Resolve,
} from '#server/pdf/engine/page-geometry.ts';
import { findArchiveObstacle } from '#server/pdf/archive/find-obstacle.ts';
import { createObjectGraph } from '#server/pdf/engine/objects.ts';
import { compareDrawnInk } from '#server/pdf/ink/drawn-ink.ts';
import { addMetadata, claimArchive, readArchive, updateMetadata } from './metadata.ts';
import { type Hole, openHole } from './placeholder.ts';
import type { DrawnValues, SealedDocument, SealField, SealPreparation } from './seal-request.ts';
import { signOnSigned } from '#server/pdf/earlier/sign-on-signed.ts';
import { Sheets } from '#server/pdf/drawing/sheets.ts';
import { isVisible, toPrintable, toPrintableLines } from '#domain/text.ts';

const DEFAULT_REASON = 'Sealed after everyone signed';

/** A file that is complete except for its signature. */
export type PreparedFile = {
  bytes: Uint8Array;
  hole: Hole;
  pageCount: number;
  boxedCharacters: string[];
};
export type PreparedSeal = PreparedFile &
  Pick<SealedDocument, 'archiveObstacle' | 'certificateFirstPage' | 'drawn'>;

/**
 * Adds everything that the seal covers to a document: values on the pages, the certificate of completion, the
 * evidence as an attachment, and a signature dictionary. It is one increment after the bytes that signers
 * saw. First checks that the drawn values can be seen, and that the pages look as they should. Throws `Error`
 * if the document can't be sealed.
 */
export async function prepareSeal(request: SealPreparation): Promise<PreparedSeal> {
  refuseBlank(request.marks);
  const wish = request.archivable === true ? await judgeArchive(request) : NO_WISH;
  const { file, values } = await drawVisibly({ ...request, archivable: wish.isPossible }, request.marks);
  const { bytes } = file;
  const hole = openHole(bytes, request.document.length, getSignatureBytes(request));
  if (Buffer.compare(bytes.subarray(0, request.document.length), request.document) !== 0)
    throw new Error('sealing changed the presented bytes');
  return { ...file, drawn: values, archiveObstacle: wish.obstacle, hole };
}

const NO_WISH = { isPossible: false, obstacle: null };

/** Finds out whether a document that isn't archivable can become so. */
async function judgeArchive({ document, keepsSignatures }: SealPreparation) {
  if (keepsSignatures === true) return { isPossible: false, obstacle: 'signatures that must stay valid' };
  const pdf = await PDF.load(document);
  if (readArchive(pdf) !== null) return NO_WISH;
  const pages = Array.from({ length: pdf.getPageCount() }, (_, index) => pdf.getPage(index)?.dict);
  const obstacle = findArchiveObstacle(
    createObjectGraph(pdf),
    pages.filter((page) => page !== undefined),
  );
  return { isPossible: obstacle === null, obstacle };
}

/** Creates the certificate as a separate file that names the sealed document. */
export async function prepareCertificate(
  request: SealPreparation,
  sealedSha256: string,
): Promise<PreparedFile> {
  const certificate = withSealedHash(request.certificate, sealedSha256);
  const file = await drawCertificateFile({ ...request, certificate }, request.marks);
  return { ...file, hole: openHole(file.bytes, 0, getSignatureBytes(request)) };
}

function getSignatureBytes({ signer, tokenBytes }: Pick<SealPreparation, 'signer' | 'tokenBytes'>): number {
  return getMaxSignedDataBytes(signer) + (tokenBytes === 0 ? 0 : tokenBytes + TOKEN_ATTRIBUTE_BYTES);
}

async function drawCertificateFile(request: SealPreparation, marks: LoadedMarks) {
  const paper = getCertificatePaper(await loadPdf(request.document));
  const pdf = PDF.create();
  const sheets = new Sheets(pdf);
  const certificate = drawCertificate(sheets, request.certificate, marks, paper);
  const boxedCharacters = sheets.finish();
  addCertificate(pdf, certificate, request, null);
  const { title, name, language } = request.certificate;
  addMetadata(pdf, { title: `${title}: ${name}`, language, now: request.now });
  return { bytes: await pdf.save(), pageCount: certificate.sheets.length, boxedCharacters };
}

/** Adds the certificate's pages with their structure tags, the attached files and the certification. */
function addCertificate(
  pdf: PDF,
  certificate: DrawnCertificate,
  request: SealPreparation,
  presentedLength: number | null,
): NewPage[] {
  const certificatePages = addPages(pdf, (parent) =>
    certificate.sheets.map((sheet) => createPage(pdf, sheet, parent)),
  );
  addFiles(pdf, listEmbeddedFiles(request), request.now);
  const facts = { ...getSignatureFacts(request), presentedLength, certifies: true };
  const seal = new StructureElement('Form');
  seal.children.push({ page: 0, object: addSignature(pdf, certificatePages, facts) });
  certificate.structure.children.push(seal);
  addStructure(pdf, certificatePages, certificate.structure);
  return certificatePages;
}

function getSignatureFacts(request: SealPreparation) {
  const { organizationName, reason = DEFAULT_REASON, now } = request;
  return { name: organizationName, reason, now, signatureBytes: getSignatureBytes(request) };
}

/**
 * Draws the document, and draws it again with plain values if some can't be seen. A plain value's background
 * never covers what the document says; where it would, the value is drawn in white instead.
 */
async function drawVisibly(
  request: SealPreparation,
  marks: LoadedMarks,
): Promise<{ file: DrawnDocument; values: DrawnValues }> {
  const [draw, part] =
    request.keepsSignatures === true
      ? ([drawOnSigned, 'form'] as const)
      : ([drawDocument, 'annotations'] as const);
  const first = await drawWith(new Map());
  refuseCovers(first.ink.covered);
  const lost = first.ink.empty.filter(isPrinted);
  const last = lost.length === 0 ? first : await drawAgain(lost);
  refuseCovers(last.ink.covered);
  refuseDifferences(last.ink.different);
  const unseen = last.ink.empty.filter(isPrinted);
  refuseUnseen(unseen.filter((field) => !last.ink.faint.includes(field)));
  return {
    file: last.file,
    values: {
      redrawnFields: lost.length,
      unseenFields: unseen.length,
      uncheckedPages: first.ink.unseen.length,
    },
  };

  async function drawAgain(fields: readonly SealField[]) {
    // A line over what it strikes through has no white ground that would make it visible.
    const choose = (white: readonly SealField[]): PlainFields =>
      new Map(
        fields.map((field) => [
          field,
          field.type === 'strikethrough' || white.includes(field) ? 'in white' : 'on white',
        ]),
      );
    const onWhite = await drawWith(choose([]));
    const { covered } = onWhite.ink;
    return covered.length === 0 ? onWhite : await drawWith(choose(covered));
  }

  async function drawWith(plain: PlainFields) {
    const { geometries, ...file } = await draw(request, marks, plain);
    const values = await drawValuesAlone(request.fields, geometries, marks, plain);
    const inWhite = new Set([...plain].flatMap(([field, look]) => (look === 'in white' ? [field] : [])));
    const comparison = { part, values, inWhite };
    const ink = await compareDrawnInk(file.bytes, request.document.length, request.fields, comparison);
    refuseSpills(ink.spilled);
    return { file, ink };
  }
}

function refuseCovers(fields: readonly SealField[]): void {
  if (fields.length === 0) return;
  const pages = [...new Set(fields.map(({ page }) => page))];
  throw new Error(`drawing covered ink of page ${pages.join(', ')} within the fields`);
}

function refuseDifferences(fields: readonly SealField[]): void {
  if (fields.length === 0) return;
  const pages = [...new Set(fields.map(({ page }) => page))];
  throw new Error(`page ${pages.join(', ')} doesn't look like what was signed within the fields`);
}

function refuseUnseen(fields: readonly SealField[]): void {
  if (fields.length === 0) return;
  const pages = [...new Set(fields.map(({ page }) => page))];
  throw new Error(`page ${pages.join(', ')} doesn't show what was signed within the fields`);
}

/** Refuses pictures that leave no ink on any page. Signing refuses them, too. */
function refuseBlank(marks: LoadedMarks): void {
  for (const { opacity } of marks.values())
    if (opacity?.every((value) => value === 0) === true)
      throw new Error('the picture of a signature is blank');
}

function refuseSpills(pages: readonly number[]): void {
  if (pages.length === 0) return;
  throw new Error(`drawing changed page ${pages.join(', ')} outside the fields`);
}

type DrawnDocument = Omit<PreparedSeal, 'archiveObstacle' | 'drawn' | 'hole'>;
/** A drawn document, and the geometries of its pages with fields, by page number. */
type Drawing = DrawnDocument & { readonly geometries: ReadonlyMap<number, PageGeometry> };

/** Creates the sealed file except for its signature. */
async function drawDocument(
  request: SealPreparation,
  marks: LoadedMarks,
  plain: PlainFields,
): Promise<Drawing> {
  const pdf = await PDF.load(request.document);
  const obstacle = pdf.canSaveIncrementally();
  if (obstacle !== null || pdf.isEncrypted) {
    throw new Error(`the presented document cannot be added to (${obstacle ?? 'encrypted'})`);
  }
  const pages = groupFieldsByPage(pdf, request.fields);

  const archive =
    request.archivable === true
      ? claimArchive(pdf, { title: readTitle(pdf, request), now: request.now })
      : readArchive(pdf);
  const profile = archive === null || archive.hasRgbIntent ? null : addSrgbProfile(pdf);
  const sheets = new Sheets(pdf, profile);
  const isTagged = pdf.getCatalog().has('StructTreeRoot');
  const values = pages.map((page) => drawOverlay(pdf, sheets, page, { marks, plain, isTagged }));
  if (isTagged) addValueStructure(pdf, values);
  const certificate = drawCertificate(sheets, request.certificate, marks, getCertificatePaper(pdf));
  const boxedCharacters = sheets.finish();

  const certificateFirstPage = pdf.getPageCount() + 1;
  const pageCount = pdf.getPageCount() + certificate.sheets.length;
  const added = addCertificate(pdf, certificate, request, request.document.length);
  if (profile !== null && archive?.hasIntent === false) {
    for (const { dict } of [...pages.map(({ page }) => page), ...added])
      if (!dict.has('Group')) dict.set('Group', createGroup(profile));
  }
  updateMetadata(pdf, request.now);
  const bytes = await pdf.save({ incremental: true });
  const geometries = new Map(pages.map(({ fields: [field], geometry }) => [field?.page ?? 0, geometry]));
  return { bytes, certificateFirstPage, pageCount, boxedCharacters, geometries };
}

function readTitle(pdf: PDF, { certificate }: SealPreparation): string {
  const title = toPrintable(pdf.getTitle() ?? '');
  return title === '' ? certificate.name : title;
}

/** Draws on a document that has signatures, as far as they permit it, and adds another signature. */
async function drawOnSigned(
  request: SealPreparation,
  marks: LoadedMarks,
  plain: PlainFields,
): Promise<Drawing> {
  const { document, fields } = request;
  const facts = { ...getSignatureFacts(request), presentedLength: document.length, certifies: false };
  const { pages, ...signed } = await signOnSigned({ document, fields, marks, plain, facts });
  const geometries = new Map(pages.map((geometry, index) => [index + 1, geometry]));
  return { ...signed, certificateFirstPage: signed.pageCount + 1, geometries };
}

/** Draws the values without the document: one upright page for each page with fields. */
async function drawValuesAlone(
  fields: readonly SealField[],
  geometries: ReadonlyMap<number, PageGeometry>,
  marks: LoadedMarks,
  plain: PlainFields,
): Promise<Uint8Array | null> {
  if (fields.length === 0) return null;
  const pdf = PDF.create();
  const sheets = new Sheets(pdf);
  const drawn = [...Map.groupBy(fields, ({ page }) => page)].flatMap(([number, own]) => {
    const geometry = geometries.get(number);
    if (geometry === undefined) return [];
    const size = { width: geometry.visibleWidth, height: geometry.visibleHeight };
    return sheets.drawPage(size, (drawing) => drawFields(drawing, own, geometry, marks, plain));
  });
  sheets.finish();
  addPages(pdf, (parent) => drawn.map((sheet) => createPage(pdf, sheet, parent)));
  return await pdf.save();
}

function listEmbeddedFiles({ evidence, attachments = [] }: SealPreparation): EmbeddedFile[] {
  return [
    {
      key: 'evidence.json',
      filename: 'evidence.json',
      contentType: 'application/json',
      description: 'Evidence: every event with its hash',
      relationship: 'Data',
      bytes: evidence,
    },
    ...attachments.map(({ filename, contentType, bytes }, index): EmbeddedFile => ({
      key: `attachment-${String(index + 1).padStart(4, '0')}`,
      filename,
      contentType,
      description: 'File attached by a signer',
      relationship: 'Supplement',
      bytes,
    })),
  ];
}

type PageWithFields = {
  page: MeasuredPage & { readonly ref: PdfRef };
  geometry: PageGeometry;
  fields: SealField[];
};

function groupFieldsByPage(pdf: PDF, fields: readonly SealField[]): PageWithFields[] {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref);
  return [...Map.groupBy(fields, (field) => field.page)].map(([number, own]) => {
    const page = pdf.getPage(number - 1);
    if (!page) throw new Error(`a field lies on page ${number}, which the document does not have`);
    return { page, geometry: measurePage(page, resolve), fields: own };
  });
}

type DrawnPage = { readonly content: TaggedContent; readonly elements: readonly StructureElement[] };

function drawOverlay(
  pdf: PDF,
  sheets: Sheets,
  { page, geometry, fields }: PageWithFields,
  { marks, plain, isTagged }: { marks: LoadedMarks; plain: PlainFields; isTagged: boolean },
): DrawnPage {
  const elements: StructureElement[] = [];
  const sheet = sheets.draw(
    { width: geometry.visibleWidth, height: geometry.visibleHeight },
    (drawing) => {
      if (!isTagged) return drawFields(drawing, fields, geometry, marks, plain);
      for (const field of fields.filter(isPrinted)) {
        const element = createValueElement(field, geometry);
        drawing.marked(element.tag, elements.push(element) - 1, () =>
          drawFields(drawing, [field], geometry, marks, plain),
        );
      }
    },
    getUprightMatrix(geometry.box, geometry.rotate),
  );
  paintOver(pdf, page, sheet.form);
  const form = pdf.context.resolve(sheet.form);
  if (!(form instanceof PdfDict)) throw new Error('the values have not been drawn');
  return { content: { ref: sheet.form, dict: form, shownOn: page.ref }, elements };
}

/** Adds what was filled in to the end of the structure of a tagged document. */
function addValueStructure(pdf: PDF, pages: readonly DrawnPage[]): void {
  const values = new StructureElement('Sect');
  pages.forEach(({ elements }, page) => {
    elements.forEach((element, mcid) => {
      element.children.push({ page, mcid });
      values.children.push(element);
    });
  });
  if (values.children.length === 0) return;
  addStructure(
    pdf,
    pages.map(({ content }) => content),
    values,
  );
}

/**
 * Text whose glyphs, from left to right, aren't what it reads as: some of it runs from right to left, or
 * several of its characters are one picture. It is only told in the structure, because programs that extract
 * text turn round what they find in the content.
 */
const READ_IN_ANOTHER_ORDER =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Emoji_Presentation}\u200d]/u;

function createValueElement(
  field: SealField,
  { box, rotate }: Pick<PageGeometry, 'box' | 'rotate'>,
): StructureElement {
  const { type, value, mark } = field;
  const isText = mark === undefined && getFieldTypeFacts(type).answer !== 'tick' && value !== 'true';
  const isReadElsewise = READ_IN_ANOTHER_ORDER.test(value) || field.comb != null;
  if (isText) return new StructureElement('P', isReadElsewise ? { actualText: value } : {});
  const { x, y, width, height } = transformRectangle(
    getUprightMatrix(box, rotate),
    toFieldRectangle(field, box, rotate),
  );
  const alt = mark?.kind === 'typed' ? mark.text : TYPE_LABELS[type];
  return new StructureElement('Figure', { alt, box: [x, y, x + width, y + height] });
}

/** Blending needs a color space where no output intent gives one (ISO 19005-3, 6.2.10). */
function createGroup(profile: PdfRef): PdfDict {
  return PdfDict.of({
    S: PdfName.of('Transparency'),
    CS: new PdfArray([PdfName.of('ICCBased'), profile]),
  });
}

function getCertificatePaper(pdf: PDF): { width: number; height: number } {
  const first = pdf.getPage(0);
  if (!first) throw new Error('the presented document has no pages');
  const { visibleWidth, visibleHeight, userUnit } = measurePage(first, (ref) => pdf.context.resolve(ref));
  return pickCertificatePageSize({ width: visibleWidth * userUnit, height: visibleHeight * userUnit });
}

/** Checks whether a field has a value that must be visible on its page. */
function isPrinted({ type, value, mark }: SealField): boolean {
  switch (type) {
    case 'signature':
    case 'initials':
    case 'stamp':
      return mark !== undefined && (mark.kind !== 'typed' || isVisible(mark.text));
    case 'checkbox':
      return value === 'true';
    case 'radio':
      return !['', 'false'].includes(toPrintable(value));
    default:
      return isVisible(toPrintableLines(value));
  }
}
