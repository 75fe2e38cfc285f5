import { createHash } from 'node:crypto';
import { PDF, PdfDict, PdfNumber, PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeFaults } from '#domain/revision/changes.ts';
import { UNRESTRICTED } from '#domain/revision/permissions.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { checkEarlierSignatures } from '#server/pdf/earlier/earlier-signatures.ts';
import { readRevision } from '#server/pdf/earlier/revision.ts';
import { seal } from '../support/seal-in-place.ts';
import type { SealField, SealedDocument } from '#server/pdf/seal/seal-request.ts';
import { addValidationData } from '#server/pdf/seal/levels/long-term.ts';
import { identity, scopedList } from '../../vectors/seal/make/authority.ts';
import { der, integer, octets, oid, sequence } from '../../vectors/seal/make/der.ts';
import { verifySeal } from '../support/verify-seal.ts';
import { attachments, linearized, pdfsig, pdftotext, qpdfCheck, wordBoxes } from '../support/pdf-tools.ts';
import { exampleAuthority, exampleFacts, exampleRequest } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { formDocument, signedBefore, type SigningOptions } from '../support/signed-document.ts';

let signer: SigningKey;

beforeAll(async () => {
  signer = (await exampleAuthority()).signer;
});

describe('without restrictions', () => {
  const shapes = [
    {},
    { rotate: 90 },
    { rotate: 180, crop: { x: 50, y: 50, width: 400, height: 600 } },
    { rotate: 270 },
  ];
  let presented: Uint8Array;
  let sealed: SealedDocument;

  beforeAll(async () => {
    const first = await signedBefore(await sealableDocument(shapes));
    presented = await signedBefore(first, { name: 'Signature2', subFilter: 'ETSI.CAdES.detached' });
    sealed = await sealedAgain(presented, [
      signature(1, 0.1, 0.2),
      text(1, 'Grace-Hopper', 0.5, 0.7),
      text(2, 'Sideways', 0.1, 0.2),
      text(3, 'Upside', 0.6, 0.1),
      text(4, 'Turned', 0.3, 0.5),
    ]);
  });

  test('both earlier signatures and the new one stay valid', async () => {
    const output = pdfsig(sealed.bytes);
    expect(output.match(/Signature Field Name: .*/g)).toEqual([
      'Signature Field Name: Signature1',
      'Signature Field Name: Signature2',
      ...['', ' 2', ' 3', ' 4', ' 5'].map((number) => `Signature Field Name: Countersign seal${number}`),
    ]);
    expect(output.match(/Signature is Valid/g)).toHaveLength(7);
    expect(qpdfCheck(sealed.bytes).status).toBe(0);
    const found = await checkEarlierSignatures(sealed.bytes);
    expect(found).toMatchObject({ signatures: [{ name: 'Signature1' }, { name: 'Signature2' }, {}] });
  });

  test('the fields of the seal lie around the values, not over the page', async () => {
    const pdf = await PDF.load(sealed.bytes);
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const sizes = (pdf.getPage(0)?.dict.getArray('Annots', resolve)?.toArray() ?? []).flatMap((item) => {
      const widget = item instanceof PdfRef ? resolve(item) : item;
      const rect = widget instanceof PdfDict ? widget.getArray('Rect', resolve)?.toArray() : undefined;
      const [left = 0, bottom = 0, right = 0, top = 0] = (rect ?? []).map((side) =>
        side instanceof PdfNumber ? side.value : Number.NaN,
      );
      return right - left === 0 ? [] : [((right - left) * (top - bottom)) / (595 * 842)];
    });
    expect(sizes).toHaveLength(2);
    for (const size of sizes) expect(size).toBeLessThan(0.03);
  });

  test('the presented bytes are the beginning, and no page is added', async () => {
    expect(Buffer.compare(sealed.bytes.subarray(0, presented.length), presented)).toBe(0);
    expect(sealed.pageCount).toBe(4);
    expect(await verifySeal(sealed.bytes)).toMatchObject({ ok: true, presentedLength: presented.length });
    expect(attachments(sealed.bytes).size).toBe(0);
  });

  test('every value is seen where its field is, also on rotated pages', () => {
    expect(sealed.drawn).toEqual({ redrawnFields: 0, unseenFields: 0, uncheckedPages: 0 });
    const words = wordBoxes(sealed.bytes, (page) => page === 2 || page === 4);
    const places = {
      'Grace-Hopper': [1, 0.5, 0.7],
      Sideways: [2, 0.1, 0.2],
      Upside: [3, 0.6, 0.1],
      Turned: [4, 0.3, 0.5],
    };
    for (const [value, [page, x = 0, y = 0]] of Object.entries(places)) {
      const word = words.find((one) => one.text === value);
      expect(word, value).toMatchObject({ page });
      expect(word?.x).toBeGreaterThan(x - 0.01);
      expect(word?.right).toBeLessThan(x + 0.31);
      expect(word?.y).toBeGreaterThan(y - 0.01);
      expect(word?.bottom).toBeLessThan(y + 0.06);
    }
  });

  test('the certificate is a sealed file of its own that names the document and has the evidence', async () => {
    const { certificate } = sealed;
    expect(certificate?.sha256).toBe(
      createHash('sha256')
        .update(certificate?.bytes ?? '')
        .digest('hex'),
    );
    const bytes = certificate?.bytes ?? new Uint8Array();
    expect(await verifySeal(bytes)).toMatchObject({ ok: true, presentedLength: null });
    expect(pdfsig(bytes)).toContain('Signature is Valid');
    expect(qpdfCheck(bytes).status).toBe(0);
    expect([...attachments(bytes).keys()]).toEqual(['evidence.json']);
    expect(pdftotext(bytes, '-raw').replaceAll(/\s/g, '')).toContain(sealed.sha256);
  });
});

test('a lock of another field permits a visible signature', async () => {
  const lock = { action: 'Include', fields: ['Name'] } as const;
  const presented = await signedBefore(await sealableDocument([{}]), { lock });
  const { bytes } = await sealedAgain(presented, [signature(1, 0.1, 0.2)]);
  expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
});

describe.each([2, 3] as const)('with P=%i', (certify) => {
  /** In A4 user space, and the same place as fractions from the top. */
  const BOXES = { signature: [60, 600, 260, 650], name: [60, 500, 260, 520] } as const;
  const at = ([left, bottom, right, top]: readonly [number, number, number, number]) => ({
    ...{ x: left / 595.28, y: 1 - top / 841.89 },
    ...{ width: (right - left) / 595.28, height: (top - bottom) / 841.89 },
  });
  const form = () =>
    formDocument([
      { name: 'Theirs', type: 'Sig', box: BOXES.signature },
      { name: 'Name', type: 'Tx', box: BOXES.name },
    ]);

  test('form fields that match are filled in', async () => {
    const presented = await signedBefore(await form(), { certify });
    const { bytes, drawn, certificate } = await sealedAgain(presented, [
      { ...signature(1, 0, 0), ...at(BOXES.signature) },
      { ...text(1, 'Grace-Hopper', 0, 0), ...at(BOXES.name) },
    ]);
    expect(drawn).toEqual({ redrawnFields: 0, unseenFields: 0, uncheckedPages: 0 });
    const output = pdfsig(bytes);
    expect(output.match(/Signature Field Name: .*/g)).toEqual([
      'Signature Field Name: Theirs',
      'Signature Field Name: Signature1',
    ]);
    expect(output.match(/Signature is Valid/g)).toHaveLength(2);
    expect(qpdfCheck(bytes).status).toBe(0);
    expect(pdftotext(bytes)).toContain('Grace-Hopper');
    expect(certificate).not.toBeNull();
    expect(await checkEarlierSignatures(bytes)).toMatchObject({ permissions: { docMdp: certify } });
  });

  test.each([
    ['from its corner', { box: [0, 0, 200, 20] }],
    ['upside down', { box: [0, 20, 200, 0] }],
    ['half as large', { box: [10, 10, 110, 20] }],
    ['turned', { box: [0, 0, 20, 200], matrix: [0, -1, 1, 0, 5, 7] }],
    ['without an area', { box: [0, 0, 0, 0] }],
  ])('an appearance that a field has keeps its space: %s', async (_what, appearance) => {
    const name = { name: 'Name', type: 'Tx', box: BOXES.name, appearance } as const;
    const theirs = { name: 'Theirs', type: 'Sig', box: BOXES.signature, appearance } as const;
    const presented = await signedBefore(await formDocument([theirs, name]), { certify });
    const { bytes, drawn } = await sealedAgain(presented, [
      { ...signature(1, 0, 0), ...at(BOXES.signature) },
      { ...text(1, 'Grace-Hopper', 0, 0), ...at(BOXES.name) },
    ]);
    expect(drawn).toEqual({ redrawnFields: 0, unseenFields: 0, uncheckedPages: 0 });
    const [word] = wordBoxes(bytes, () => false).filter((one) => one.text === 'Grace-Hopper');
    expect(word?.x).toBeGreaterThan(60 / 595.28 - 0.01);
    expect(word?.x).toBeLessThan(60 / 595.28 + 0.02);
    expect(word?.y).toBeGreaterThan(1 - 520 / 841.89 - 0.01);
    expect(word?.bottom).toBeLessThan(1 - 500 / 841.89 + 0.01);
    const kept = appearance.box.join(' ') === '0 0 0 0' ? null : `/BBox [${appearance.box.join(' ')}]`;
    const added = Buffer.from(bytes.subarray(presented.length)).toString('latin1');
    if (kept !== null) expect(added.split(kept)).toHaveLength(3);
    expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
  });

  test('without values, the signature is invisible', async () => {
    const presented = await signedBefore(await sealableDocument([{}]), { certify });
    const { bytes } = await sealedAgain(presented, []);
    expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
    expect(await checkEarlierSignatures(bytes)).toMatchObject({ permissions: { docMdp: certify } });
  });

  test('a value that is not on a form field is refused', async () => {
    const presented = await signedBefore(await form(), { certify });
    await expect(sealedAgain(presented, [signature(1, 0.5, 0.5)])).rejects.toThrow("isn't on a form field");
  });
});

test('a linearized file gets an increment too', async () => {
  const signed = await signedBefore(linearized(await sealableDocument([{}, {}])));
  const { bytes } = await sealedAgain(signed, [signature(2, 0.1, 0.2)]);
  expect(Buffer.compare(bytes.subarray(0, signed.length), signed)).toBe(0);
  expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
  expect(qpdfCheck(bytes).output).toContain('No syntax or stream encoding errors');
});

describe('a document with long-term data of somebody else', () => {
  const point = sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from('http://lists.example.com/1.crl')))));
  const critical = (id: string, value: Buffer) =>
    sequence(oid(id), der(0x01, Uint8Array.of(0xff)), octets(value));

  test.each<[string, () => Promise<{ lists?: Uint8Array[]; responses?: Uint8Array[] }>]>([
    [
      'a list of a distribution point',
      async () => ({ lists: [await listOf([critical('2.5.29.28', point)])] }),
    ],
    ['a delta', async () => ({ lists: [await listOf([critical('2.5.29.27', integer(1))])] })],
    ['what is no list', async () => ({ lists: [Buffer.from('none')] })],
    ['what is no response', async () => ({ responses: [Buffer.from('none')] })],
  ])('is sealed if it has %s', async (_what, data) => {
    const { lists: revocationLists = [], responses: ocspResponses = [] } = await data();
    const signed = await signedBefore(await sealableDocument([{}]));
    const store = { certificates: [], revocationLists, ocspResponses };
    const presented = await addValidationData(signed, store);
    const { bytes } = await sealedAgain(presented, [signature(1, 0.1, 0.2)]);
    expect(Buffer.compare(bytes.subarray(0, presented.length), presented)).toBe(0);
    expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
    expect(await verifySeal(bytes)).toMatchObject({ ok: true, presentedLength: presented.length });
  });

  async function listOf(extensions: readonly Buffer[]): Promise<Uint8Array> {
    const validity = { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' };
    return scopedList(await identity({ name: 'CN=Somebody else', ...validity, serial: '01' }), {
      extensions,
    });
  }
});

test.each<[string, SigningOptions]>([
  ['P=1', { certify: 1 }],
  ['a lock of all fields', { lock: { action: 'All' } }],
  ['a lock of all fields but one', { lock: { action: 'Exclude', fields: ['Name'] } }],
])('%s is refused', async (_, options) => {
  const presented = await signedBefore(await sealableDocument([{}]), options);
  await expect(sealedAgain(presented, [])).rejects.toThrow("don't permit another one");
});

test('the seal of a document without signatures would be a change to one that has some', async () => {
  const presented = await signedBefore(await sealableDocument([{}]));
  const { bytes } = await seal(exampleRequest(presented, signer, [signature(1, 0.1, 0.2)]));
  const faults = changeFaults(await readRevision(presented), await readRevision(bytes), UNRESTRICTED);
  expect(faults.map(({ code }) => code)).toContain('page_changed');
});

function sealedAgain(presented: Uint8Array, fields: SealField[]): Promise<SealedDocument> {
  const document = { ...exampleFacts(presented).document, isApart: true };
  return seal({ ...exampleRequest(presented, signer, fields, { document }), keepsSignatures: true });
}

function signature(page: number, x: number, y: number): SealField {
  const mark = { kind: 'typed', text: 'Ada Lovelace' } as const;
  return { page, x, y, width: 0.3, height: 0.05, type: 'signature', value: '', mark };
}

function text(page: number, value: string, x: number, y: number): SealField {
  return { page, x, y, width: 0.3, height: 0.05, type: 'text', value };
}
