import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import {
  formatPdfDate,
  createSignatureDictionary,
  createSignatureField,
  type SignatureFacts,
} from './placeholder.ts';

export const SEAL_FIELD_NAME = 'Countersign seal';

export type NewPage = { ref: PdfRef; dict: PdfDict };

/**
 * Appends pages to the root of the page tree. libpdf would flatten the tree, and pages would lose what they
 * inherit from intermediate nodes.
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

/** A file to attach. `key` is its ASCII name in the name tree, which is sorted by byte values. */
export type EmbeddedFile = {
  key: string;
  filename: string;
  contentType: string;
  description: string;
  relationship: 'Data' | 'Supplement';
  bytes: Uint8Array;
};

/** Attaches files as embedded and associated files (ISO 32000-2, 7.11.4 and 14.13). */
export function addFiles(pdf: PDF, files: readonly EmbeddedFile[], now: Date): void {
  const sorted = [...files].sort((a, b) => (a.key < b.key ? -1 : 1));
  const specifications = sorted.map((file) => createFileSpecification(pdf, file, now));
  const catalog = pdf.getCatalog();
  const names = ensureDictionary(pdf, catalog, 'Names');
  // Intake has removed all attachments, so a tree with one leaf is enough.
  const leaf = sorted.flatMap(({ key }, index) => {
    const specification = specifications[index];
    return specification === undefined ? [] : [PdfString.fromString(key), specification];
  });
  names.set('EmbeddedFiles', PdfDict.of({ Names: new PdfArray(leaf) }));
  catalog.set('Names', names);
  catalog.set('AF', new PdfArray(specifications));
}

function createFileSpecification(pdf: PDF, file: EmbeddedFile, now: Date): PdfRef {
  const stream = new PdfStream(
    [
      ['Type', PdfName.of('EmbeddedFile')],
      ['Subtype', PdfName.of(file.contentType)],
      [
        'Params',
        PdfDict.of({
          Size: PdfNumber.of(file.bytes.length),
          ModDate: PdfString.fromString(formatPdfDate(now)),
        }),
      ],
    ],
    file.bytes,
  );
  const streamRef = pdf.register(stream);
  return pdf.register(
    PdfDict.of({
      Type: PdfName.of('Filespec'),
      F: PdfString.fromString(file.key),
      UF: PdfString.fromString(file.filename),
      Desc: PdfString.fromString(file.description),
      EF: PdfDict.of({ F: streamRef, UF: streamRef }),
      AFRelationship: PdfName.of(file.relationship),
    }),
  );
}

/**
 * Adds the signature that certifies the document (/Perms), with its invisible field on the first certificate
 * page. Returns that field.
 */
export function addSignature(pdf: PDF, pages: readonly NewPage[], facts: SignatureFacts): PdfRef {
  const [page] = pages;
  if (!page) throw new Error('a seal needs a certificate page');
  const signatureRef = pdf.register(createSignatureDictionary(facts));
  const widget = createSignatureField(SEAL_FIELD_NAME, signatureRef, page.ref);
  widget.set('TU', PdfString.fromString(facts.name));
  const field = pdf.register(widget);
  page.dict.set('Annots', PdfArray.of(field));

  const catalog = pdf.getCatalog();
  const form = ensureDictionary(pdf, catalog, 'AcroForm');
  const fields = form.getArray('Fields', (ref) => pdf.context.resolve(ref))?.toArray() ?? [];
  form.set('Fields', new PdfArray([...fields, field]));
  // Sets SignaturesExist and AppendOnly (ISO 32000-2, table 225).
  form.set('SigFlags', PdfNumber.of(3));
  catalog.set('AcroForm', form);
  catalog.set('Perms', PdfDict.of({ DocMDP: signatureRef }));
  return field;
}

function ensureDictionary(pdf: PDF, dict: PdfDict, key: string): PdfDict {
  return dict.getDict(key, (ref) => pdf.context.resolve(ref))?.clone() ?? new PdfDict();
}
