import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { pdfDate, signatureDictionary, signatureField, type SignatureFacts } from './placeholder.ts';

export const EVIDENCE_FILENAME = 'evidence.json';
const SIGNATURE_FIELD_NAME = 'Countersign seal';

/** A page of the document: its reference and dictionary. */
export type NewPage = { ref: PdfRef; dict: PdfDict };

/**
 * Appends pages to the root of the page tree. The tree below stays as it is: libpdf's own way flattens it,
 * which drops what pages inherit from nodes in between.
 */
export function addPages(pdf: PDF, make: (parent: PdfRef) => NewPage[]): NewPage[] {
  const rootRef = pdf.getCatalog().getRef('Pages');
  const root = rootRef ? pdf.context.resolve(rootRef) : null;
  if (!rootRef || !(root instanceof PdfDict)) throw new Error('the presented document has no page tree');
  const pages = make(rootRef);
  const kids = root.getArray('Kids', (ref) => pdf.context.resolve(ref))?.toArray() ?? [];
  root.set('Kids', new PdfArray([...kids, ...pages.map(({ ref }) => ref)]));
  root.set('Count', PdfNumber.of(pdf.getPageCount() + pages.length));
  return pages;
}

/** Attaches the evidence as an embedded and associated file (ISO 32000-2, 7.11.4 and 14.13; AFRelationship /Data). */
export function addEvidence(pdf: PDF, evidence: Uint8Array, now: Date): void {
  const file = new PdfStream(
    [
      ['Type', PdfName.of('EmbeddedFile')],
      ['Subtype', PdfName.of('application/json')],
      [
        'Params',
        PdfDict.of({ Size: PdfNumber.of(evidence.length), ModDate: PdfString.fromString(pdfDate(now)) }),
      ],
    ],
    evidence,
  );
  const fileRef = pdf.register(file);
  const specification = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Filespec'),
      F: PdfString.fromString(EVIDENCE_FILENAME),
      UF: PdfString.fromString(EVIDENCE_FILENAME),
      Desc: PdfString.fromString('Evidence of the signing: every event with its hash'),
      EF: PdfDict.of({ F: fileRef, UF: fileRef }),
      AFRelationship: PdfName.of('Data'),
    }),
  );
  const catalog = pdf.getCatalog();
  const names = dictionaryOf(pdf, catalog, 'Names');
  // Intake left no attachments, so that this name tree has one leaf.
  names.set(
    'EmbeddedFiles',
    PdfDict.of({ Names: PdfArray.of(PdfString.fromString(EVIDENCE_FILENAME), specification) }),
  );
  catalog.set('Names', names);
  catalog.set('AF', PdfArray.of(specification));
}

/**
 * Adds the signature with its invisible field on the first certificate page and makes it certify the document
 * (/Perms).
 */
export function addSignature(pdf: PDF, pages: readonly NewPage[], facts: SignatureFacts): void {
  const [page] = pages;
  if (!page) throw new Error('a seal needs a certificate page to stand on');
  const signatureRef = pdf.register(signatureDictionary(facts));
  const field = pdf.register(signatureField(SIGNATURE_FIELD_NAME, signatureRef, page.ref));
  page.dict.set('Annots', PdfArray.of(field));

  const catalog = pdf.getCatalog();
  const form = dictionaryOf(pdf, catalog, 'AcroForm');
  const fields = form.getArray('Fields', (ref) => pdf.context.resolve(ref))?.toArray() ?? [];
  form.set('Fields', new PdfArray([...fields, field]));
  // SignaturesExist and AppendOnly (ISO 32000-2, table 225).
  form.set('SigFlags', PdfNumber.of(3));
  catalog.set('AcroForm', form);
  catalog.set('Perms', PdfDict.of({ DocMDP: signatureRef }));
}

function dictionaryOf(pdf: PDF, dict: PdfDict, key: string): PdfDict {
  return dict.getDict(key, (ref) => pdf.context.resolve(ref))?.clone() ?? new PdfDict();
}
