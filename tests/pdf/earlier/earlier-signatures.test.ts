import { readFileSync } from 'node:fs';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import { checkEarlierSignatures } from '#server/pdf/earlier/earlier-signatures.ts';
import { paintOver } from '#server/pdf/drawing/overlay.ts';
import { pdfsig } from '../support/pdf-tools.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { formDocument, signedBefore, type SigningOptions } from '../support/signed-document.ts';

const VECTORS = new URL('../../vectors/levels/', import.meta.url);
const BOX = [50, 500, 250, 540] as const;

describe('a signed file', () => {
  test.each<[string, SigningOptions, object]>([
    ['without restrictions', {}, { docMdp: null, locks: [] }],
    ['with P=1', { certify: 1 }, { docMdp: 1, locks: [] }],
    ['with P=2', { certify: 2 }, { docMdp: 2, locks: [] }],
    ['with P=3', { certify: 3 }, { docMdp: 3, locks: [] }],
    [
      'that locks another field',
      { lock: { action: 'Include', fields: ['Name'] } },
      { docMdp: null, locks: [{ kind: 'only', names: ['Name'] }] },
    ],
    ['that locks all fields', { lock: { action: 'All' } }, { docMdp: null, locks: [{ kind: 'all' }] }],
  ])('%s says what it permits', async (_, options, permissions) => {
    const signed = await signedBefore(await sealableDocument([{}]), options);
    expect(pdfsig(signed)).toContain('Signature is Valid');
    expect(await checkEarlierSignatures(signed)).toEqual({
      signatures: [expect.objectContaining({ name: 'Signature1', end: signed.length })],
      permissions,
    });
  });

  test('may have two signatures', async () => {
    const first = await signedBefore(await sealableDocument([{}]), { certify: 2 });
    const both = await signedBefore(first, { name: 'Signature2', subFilter: 'ETSI.CAdES.detached' });
    expect(await checkEarlierSignatures(both)).toMatchObject({
      signatures: [{ end: first.length }, { end: both.length }],
      permissions: { docMdp: 2 },
    });
  });

  test('may have a form field filled in after a certification that permits it', async () => {
    const signed = await signedBefore(await formDocument([{ name: 'Name', type: 'Tx', box: BOX }]), {
      certify: 2,
    });
    const filled = await changed(signed, (pdf) => field(pdf, 'Name').set('V', PdfString.fromString('Ada')));
    expect(await checkEarlierSignatures(filled)).toMatchObject({ permissions: { docMdp: 2 } });
  });
});

test.each(['b-b', 'b-t', 'b-lt', 'b-lta'])(
  'validation data and timestamps after a seal of level %s are permitted',
  async (level) => {
    for (const key of ['rsa', 'p256']) {
      const bytes = new Uint8Array(readFileSync(new URL(`${key}-${level}.pdf`, VECTORS)));
      expect(await checkEarlierSignatures(bytes), key).toMatchObject({ permissions: { docMdp: 1 } });
    }
  },
);

describe('a change after a signature', () => {
  test('of one byte is noticed', async () => {
    const signed = await signedBefore(await sealableDocument([{}]));
    for (const at of [100, signed.length - 40]) {
      const copy = Uint8Array.from(signed);
      copy[at] = (copy[at] ?? 0) ^ 1;
      const found = await checkEarlierSignatures(copy).catch(() => ({ kind: 'changed' }));
      expect(found).toMatchObject({ kind: 'changed' });
    }
  });

  test.each<[string, SigningOptions, (pdf: PDF) => void, string]>([
    ['to the page content', {}, (pdf) => paint(pdf), 'page_changed'],
    ['by an annotation', {}, (pdf) => annotate(pdf), 'annotation_changed'],
    [
      'by an annotation where annotations are permitted',
      { certify: 3 },
      (pdf) => annotate(pdf),
      'annotation_changed',
    ],
    ['by a new text field', {}, (pdf) => addField(pdf, 'Tx'), 'field_added'],
    ['by an action of the catalog', {}, (pdf) => act(pdf), 'catalog_changed'],
    ['by a new page', {}, (pdf) => void pdf.addPage(), 'object_changed'],
    [
      'by filling in a locked field',
      { lock: { action: 'Include', fields: ['Name'] } },
      (pdf) => fillIn(pdf),
      'field_locked',
    ],
    ['by filling in a field under P=1', { certify: 1 }, (pdf) => fillIn(pdf), 'field_changed'],
    ['to the place of a field', {}, (pdf) => move(pdf), 'field_changed'],
    [
      'to the first signature',
      {},
      (pdf) => field(pdf, 'Signature1').set('F', PdfNumber.of(2)),
      'signature_changed',
    ],
  ])('%s is refused', async (_, options, change, code) => {
    const signed = await signedBefore(await formDocument([{ name: 'Name', type: 'Tx', box: BOX }]), options);
    const found = await checkEarlierSignatures(await changed(signed, change));
    expect(pdfsig(await changed(signed, change))).toContain('Signature is Valid');
    expect(found).toMatchObject({ kind: 'forbidden_change', fault: { code } });
  });

  test.each<[string, SigningOptions, string]>([
    ['under P=1', { certify: 1 }, 'field_added'],
    ['when all fields are locked', { lock: { action: 'All' } }, 'field_locked'],
  ])('by another signature is refused %s', async (_, options, code) => {
    const signed = await signedBefore(await sealableDocument([{}]), options);
    expect(await checkEarlierSignatures(await signedBefore(signed, { name: 'Signature2' }))).toMatchObject({
      kind: 'forbidden_change',
      fault: { code },
    });
  });
});

async function changed(bytes: Uint8Array, change: (pdf: PDF) => void): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  change(pdf);
  const saved = await pdf.save({ incremental: true });
  expect(Buffer.compare(saved.subarray(0, bytes.length), bytes)).toBe(0);
  return saved;
}

function field(pdf: PDF, name: string): PdfDict {
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.context.resolve(ref));
  const fields = form?.getArray('Fields', (ref) => pdf.context.resolve(ref)) ?? new PdfArray([]);
  for (let index = 0; index < fields.length; index += 1) {
    const one = fields.at(index, (ref) => pdf.context.resolve(ref));
    if (one instanceof PdfDict && one.getString('T')?.asString() === name) return one;
  }
  throw new Error(`there is no field ${name}`);
}

function fillIn(pdf: PDF): void {
  field(pdf, 'Name').set('V', PdfString.fromString('Ada'));
}

function move(pdf: PDF): void {
  field(pdf, 'Name').set('Rect', new PdfArray([0, 0, 9, 9].map((corner) => PdfNumber.of(corner))));
}

function firstPage(pdf: PDF) {
  const page = pdf.getPage(0);
  if (page === null) throw new Error('the document has no page');
  return page;
}

function paint(pdf: PDF): void {
  paintOver(pdf, firstPage(pdf), pdf.register(new PdfDict()));
}

function annotate(pdf: PDF): void {
  const page = firstPage(pdf);
  const note = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Annot'),
      Subtype: PdfName.of('FreeText'),
      Rect: new PdfArray([0, 0, 9, 9].map((corner) => PdfNumber.of(corner))),
    }),
  );
  const before = page.dict.getArray('Annots', (ref) => pdf.context.resolve(ref))?.toArray() ?? [];
  page.dict.set('Annots', new PdfArray([...before, note]));
}

function addField(pdf: PDF, type: string): void {
  const form = pdf.getCatalog().getDict('AcroForm', (ref) => pdf.context.resolve(ref));
  const added = pdf.register(PdfDict.of({ FT: PdfName.of(type), T: PdfString.fromString('New') }));
  form?.set('Fields', new PdfArray([...(form.getArray('Fields')?.toArray() ?? []), added]));
}

function act(pdf: PDF): void {
  pdf
    .getCatalog()
    .set('OpenAction', PdfDict.of({ S: PdfName.of('JavaScript'), JS: PdfString.fromString('1') }));
}
