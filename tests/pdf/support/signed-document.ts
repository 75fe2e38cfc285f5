import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { sealableDocument, type PageShape } from './sealable-document.ts';

/** How someone signed a document before it is uploaded. */
export type SigningOptions = {
  /** The name of the signature field; an existing one is signed. Default: `Signature1`. */
  readonly name?: string;
  /** Certifies the document with this DocMDP permission. */
  readonly certify?: 1 | 2 | 3;
  /** Locks fields by a FieldMDP transform. */
  readonly lock?: { readonly action: 'All' | 'Include' | 'Exclude'; readonly fields?: readonly string[] };
  readonly subFilter?: 'adbe.pkcs7.detached' | 'ETSI.CAdES.detached';
  /** Rewrites the increment, as Latin-1 characters, before it's signed. */
  readonly reshape?: (increment: string) => string;
};

const HOLE = 8 * 1024;
const UNKNOWN = 9_999_999_999;

/** Signs a document with OpenSSL in one increment, using none of our own code. */
export async function signedBefore(document: Uint8Array, options: SigningOptions = {}): Promise<Uint8Array> {
  // libpdf would rewrite a linearized file.
  const copy = Buffer.from(document);
  const linear = copy.subarray(0, 1024).indexOf('/Linearized');
  if (linear !== -1) copy.write('/Linearize_', linear, 'latin1');
  const pdf = await PDF.load(copy);
  const signature = pdf.register(signatureDictionary(pdf, options));
  const catalog = pdf.getCatalog();
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const form = catalog.getDict('AcroForm', resolve) ?? new PdfDict();
  const fields = form.getArray('Fields', resolve)?.toArray() ?? [];
  const name = options.name ?? 'Signature1';
  const existing = fields
    .map((ref) => resolve(ref as PdfRef))
    .find((field) => field instanceof PdfDict && field.getString('T')?.asString() === name);
  if (existing instanceof PdfDict) existing.set('V', signature);
  else {
    const page = pdf.getPage(0);
    if (page === null) throw new Error('the document has no page');
    const field = pdf.register(
      PdfDict.of({
        Type: PdfName.of('Annot'),
        Subtype: PdfName.of('Widget'),
        FT: PdfName.of('Sig'),
        T: PdfString.fromString(name),
        V: signature,
        F: PdfNumber.of(132),
        P: page.ref,
        Rect: rectangle([0, 0, 0, 0]),
      }),
    );
    const annotations = page.dict.getArray('Annots', resolve)?.toArray() ?? [];
    page.dict.set('Annots', new PdfArray([...annotations, field]));
    form.set('Fields', new PdfArray([...fields, field]));
  }
  form.set('SigFlags', PdfNumber.of(3));
  catalog.set('AcroForm', form);
  if (options.certify !== undefined) catalog.set('Perms', PdfDict.of({ DocMDP: signature }));
  const saved = Buffer.from(await pdf.save({ incremental: true }));
  const increment = saved.toString('latin1', document.length);
  const bytes = Buffer.concat([document, Buffer.from(options.reshape?.(increment) ?? increment, 'latin1')]);
  fill(bytes, document.length);
  return new Uint8Array(bytes);
}

function signatureDictionary(pdf: PDF, { certify, lock, subFilter }: SigningOptions): PdfDict {
  const catalog = pdf.context.info.trailer.getRef('Root');
  const reference = (method: string, parameters: PdfDict) =>
    PdfDict.of({
      Type: PdfName.of('SigRef'),
      TransformMethod: PdfName.of(method),
      TransformParams: parameters,
      ...(catalog ? { Data: catalog } : {}),
    });
  const references = [
    ...(certify === undefined
      ? []
      : [
          reference(
            'DocMDP',
            PdfDict.of({
              Type: PdfName.of('TransformParams'),
              P: PdfNumber.of(certify),
              V: PdfName.of('1.2'),
            }),
          ),
        ]),
    ...(lock === undefined
      ? []
      : [
          reference(
            'FieldMDP',
            PdfDict.of({
              Type: PdfName.of('TransformParams'),
              Action: PdfName.of(lock.action),
              V: PdfName.of('1.2'),
              ...(lock.fields
                ? { Fields: new PdfArray(lock.fields.map((name) => PdfString.fromString(name))) }
                : {}),
            }),
          ),
        ]),
  ];
  return PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of(subFilter ?? 'adbe.pkcs7.detached'),
    M: PdfString.fromString('D:20260102030405Z'),
    ...(references.length > 0 ? { Reference: new PdfArray(references) } : {}),
    ByteRange: new PdfArray([0, UNKNOWN, UNKNOWN, UNKNOWN].map((number) => PdfNumber.of(number))),
    Contents: PdfString.fromBytes(new Uint8Array(HOLE)),
  });
}

function fill(file: Buffer, from: number): void {
  const placeholder = `[0 ${UNKNOWN} ${UNKNOWN} ${UNKNOWN}]`;
  const range = file.indexOf(placeholder, from, 'latin1');
  const hole = file.indexOf(`<${'0'.repeat(HOLE * 2)}>`, from, 'latin1');
  if (range === -1 || hole === -1) throw new Error('the document has no placeholder for its signature');
  const end = hole + HOLE * 2 + 2;
  file.write(`[0 ${hole} ${end} ${file.length - end}`.padEnd(placeholder.length - 1) + ']', range, 'latin1');
  const signature = cms(Buffer.concat([file.subarray(0, hole), file.subarray(end)]));
  file.write(signature.toString('hex'), hole + 1, 'latin1');
}

let identity: { key: string; certificate: string } | null = null;

/** Signs bytes with a self-signed certificate that is made once. */
function cms(content: Buffer): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-signed-'));
  try {
    const at = (name: string) => join(directory, name);
    if (identity === null) {
      execFileSync(
        'openssl',
        [
          ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3650', '-subj', '/CN=First Signer'],
          ...['-keyout', at('key'), '-out', at('certificate')],
        ],
        { stdio: 'ignore' },
      );
      identity = {
        key: readFileSync(at('key'), 'utf8'),
        certificate: readFileSync(at('certificate'), 'utf8'),
      };
    }
    writeFileSync(at('key'), identity.key);
    writeFileSync(at('certificate'), identity.certificate);
    writeFileSync(at('content'), content);
    return execFileSync('openssl', [
      ...['cms', '-sign', '-binary', '-nosmimecap', '-md', 'sha256', '-outform', 'DER', '-cades'],
      ...['-signer', at('certificate'), '-inkey', at('key'), '-in', at('content')],
    ]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A form field on the first page of the document before it's signed. */
export type PlacedField = {
  readonly name: string;
  readonly type: 'Tx' | 'Sig';
  /** Corners in user space. */
  readonly box: readonly [number, number, number, number];
  readonly page?: number;
  /** An empty appearance with this box and matrix. */
  readonly appearance?: { readonly box: readonly number[]; readonly matrix?: readonly number[] };
};

/** Makes a document with empty form fields. */
export async function formDocument(
  fields: readonly PlacedField[],
  shapes: readonly PageShape[] = [{}],
): Promise<Uint8Array> {
  const pdf = await PDF.load(await sealableDocument(shapes, { objectStreams: false }));
  const refs = fields.map(({ name, type, box, appearance, page: number = 1 }) => {
    const page = pdf.getPage(number - 1);
    if (page === null) throw new Error(`the document has no page ${number}`);
    const widget = PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('Widget'),
      FT: PdfName.of(type),
      T: PdfString.fromString(name),
      F: PdfNumber.of(4),
      P: page.ref,
      Rect: rectangle(box),
    });
    if (appearance !== undefined) widget.set('AP', PdfDict.of({ N: pdf.register(emptyForm(appearance)) }));
    const field = pdf.register(widget);
    const before = page.dict.getArray('Annots', (ref) => pdf.context.resolve(ref))?.toArray() ?? [];
    page.dict.set('Annots', new PdfArray([...before, field]));
    return field;
  });
  pdf.getCatalog().set('AcroForm', PdfDict.of({ Fields: new PdfArray(refs) }));
  return await pdf.save();
}

function rectangle(corners: readonly number[]): PdfArray {
  return new PdfArray(corners.map((corner) => PdfNumber.of(corner)));
}

function emptyForm({ box, matrix }: NonNullable<PlacedField['appearance']>): PdfStream {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: rectangle(box),
    ...(matrix === undefined ? {} : { Matrix: rectangle(matrix) }),
  };
  return PdfStream.fromDict(entries, Buffer.from('% empty'));
}
