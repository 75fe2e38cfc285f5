import { createHash, generateKeyPairSync } from 'node:crypto';
import { PDF, PdfDict, type PdfRef } from '@libpdf/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type SigningKey, createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { seal } from '../support/seal-in-place.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { findSignature, type FoundSignature } from '../support/signature-hole.ts';
import { verifySeal } from '../support/verify-seal.ts';
import { attachments, opensslVerifies, pdfsig, pdftotext, qpdfCheck } from '../support/pdf-tools.ts';
import { exampleAuthority, examplePicture, exampleRequest, NOW } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { selfSignedEcKey } from '../support/ec-certificate.ts';

let signer: SigningKey;
let authority: Uint8Array;
let presented: Uint8Array;
let sealed: Uint8Array;

const FIELDS: SealField[] = [
  {
    page: 1,
    x: 0.1,
    y: 0.2,
    width: 0.3,
    height: 0.05,
    type: 'signature',
    value: '',
    mark: { kind: 'typed', text: 'Ada Lovelace' },
  },
  {
    page: 2,
    x: 0.1,
    y: 0.2,
    width: 0.3,
    height: 0.05,
    type: 'initials',
    value: '',
    mark: { kind: 'drawn', image: examplePicture() },
  },
  { page: 2, x: 0.5, y: 0.2, width: 0.3, height: 0.03, type: 'name', value: 'Grace-Hopper' },
  { page: 2, x: 0.5, y: 0.3, width: 0.03, height: 0.02, type: 'checkbox', value: 'true' },
  { page: 3, x: 0.5, y: 0.3, width: 0.3, height: 0.03, type: 'text', value: '' },
];

beforeAll(async () => {
  const keys = await exampleAuthority();
  signer = keys.signer;
  authority = keys.authority.certificate;
  presented = await sealableDocument([{}, {}, {}]);
  sealed = (await seal(exampleRequest(presented, signer, FIELDS))).bytes;
});

describe('the sealed file', () => {
  test('begins with the presented bytes', () => {
    expect(Buffer.compare(sealed.subarray(0, presented.length), presented)).toBe(0);
  });

  test('returns its hash, its pages and where the certificate begins', async () => {
    const result = await seal(exampleRequest(presented, signer, FIELDS));
    expect(result.sha256).toBe(createHash('sha256').update(result.bytes).digest('hex'));
    const pdf = await PDF.load(result.bytes);
    expect(result.pageCount).toBe(pdf.getPageCount());
    expect(result.certificateFirstPage).toBe(4);
    const from = String(result.certificateFirstPage);
    expect(pdftotext(result.bytes, '-f', from, '-l', from)).toContain('Certificate of completion');
  });

  test('is valid to qpdf and pdfsig', () => {
    expect(qpdfCheck(sealed)).toEqual({ status: 0, output: expect.stringContaining('No syntax') });
    const report = pdfsig(sealed);
    expect(report).toContain('Signature is Valid.');
    expect(report).toContain('Total document signed');
    expect(report).toContain('ETSI.CAdES.detached');
    expect(report).toContain('SHA-256');
    expect(report).toContain('Überbau & Söhne GmbH (sealed by Countersign)');
    expect(report.match(/^Signature #/gm)).toHaveLength(1);
  });

  test('is valid CAdES to OpenSSL under the authority', () => {
    expect(opensslVerifies({ ...covered(sealed), authority })).toEqual({
      ok: true,
      output: expect.stringContaining('successful'),
    });
  });

  test('shows the values and keeps what the pages said', () => {
    const text = pdftotext(sealed);
    for (const word of ['Original-1', 'Original-2', 'Original-3', 'Grace-Hopper', 'Ada Lovelace']) {
      expect(text).toContain(word);
    }
  });

  test('carries the evidence unchanged, as data', async () => {
    const { evidence } = exampleRequest(presented, signer, []);
    expect(attachments(sealed)).toEqual(new Map([['evidence.json', new Uint8Array(evidence)]]));
    const catalog = (await PDF.load(sealed)).getCatalog();
    expect(catalog.has('AF')).toBe(true);
    expect(Buffer.from(sealed).toString('latin1')).toMatch(/\/AFRelationship \/Data\b/);
  });

  test('certifies the document and permits no change', async () => {
    const pdf = await PDF.load(sealed);
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const signature = pdf.getCatalog().getDict('Perms', resolve)?.getDict('DocMDP', resolve);
    const reference = signature?.getArray('Reference', resolve)?.at(0, resolve);
    expect(reference).toBeInstanceOf(PdfDict);
    if (!(reference instanceof PdfDict)) return;
    expect(reference.getName('TransformMethod')?.value).toBe('DocMDP');
    expect(reference.getDict('TransformParams', resolve)?.getNumber('P')?.value).toBe(1);
    expect(signature?.getString('M')?.asString()).toBe('D:20261121101530Z');
    expect(pdf.getModificationDate()?.getTime()).toBe(Math.floor(NOW.getTime() / 1000) * 1000);
    expect(pdf.getCatalog().getDict('AcroForm', resolve)?.getNumber('SigFlags')?.value).toBe(3);
  });

  test('is the same twice but for what a random file identifier and nothing else changes', async () => {
    const again = (await seal(exampleRequest(presented, signer, FIELDS))).bytes;
    expect(again.length).toBe(sealed.length);
    const differing = (bytes: Uint8Array): string =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/\/ID \[.*?\]/gs, '');
    const hole = findSignature(sealed) as FoundSignature;
    const [, start, end] = hole.byteRange;
    const without = (bytes: Uint8Array): string =>
      differing(bytes.subarray(0, start)) + differing(bytes.subarray(end));
    expect(without(again)).toBe(without(sealed));
  });
});

describe('the signature', () => {
  test('has the attributes of PAdES B-B and no signing-time', () => {
    const der = Buffer.from(covered(sealed).contents).toString('hex');
    const oid = {
      contentType: '06092a864886f70d010903',
      messageDigest: '06092a864886f70d010904',
      signingTime: '06092a864886f70d010905',
      signingCertificateV2: '060b2a864886f70d010910022f',
    };
    expect(der).toContain(oid.contentType);
    expect(der).toContain(oid.messageDigest);
    expect(der).toContain(oid.signingCertificateV2);
    expect(der).not.toContain(oid.signingTime);
  });

  test('refuses one changed byte, wherever it is', async () => {
    const [, start, end] = (findSignature(sealed) as FoundSignature).byteRange;
    const places = [
      10,
      presented.length - 20,
      presented.length + 40,
      start - 400,
      end + 5,
      sealed.length - 3,
    ];
    for (const place of places) {
      const changed = Uint8Array.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect((await verifySeal(changed)).ok, `byte ${place}`).toBe(false);
      expect(pdfsig(changed), `byte ${place}`).not.toContain('Signature is Valid.');
      const bytes = Buffer.concat([changed.subarray(0, start), changed.subarray(end)]);
      expect(
        opensslVerifies({ contents: covered(sealed).contents, covered: bytes, authority }).ok,
        `byte ${place}`,
      ).toBe(false);
    }
  });

  test('works with an ECDSA key', async () => {
    const key = selfSignedEcKey();
    // The certificate isn't valid before now.
    const request = { ...exampleRequest(presented, signer, FIELDS), signer: key, now: new Date() };
    const { bytes } = await seal(request);
    expect(await verifySeal(bytes)).toMatchObject({ ok: true, signerName: 'Elliptic seal' });
    expect(pdfsig(bytes)).toContain('Signature is Valid.');
    expect(opensslVerifies({ ...covered(bytes), authority: key.certificate }).ok).toBe(true);
  });

  test('refuses to be made with a key that is not the certificate’s', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const other = { ...signer, privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }) };
    const request = exampleRequest(presented, createSoftwareKey(other), []);
    await expect(seal(request)).rejects.toThrow('signature_invalid');
  });
});

describe('what cannot be sealed', () => {
  test('a field on a page that is not there', async () => {
    const field = { ...(FIELDS[2] as SealField), page: 9 };
    await expect(seal(exampleRequest(presented, signer, [field]))).rejects.toThrow('page 9');
  });

  test('an invalid picture', async () => {
    const mark = { kind: 'drawn' as const, image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') };
    const field = { ...(FIELDS[1] as SealField), mark };
    await expect(seal(exampleRequest(presented, signer, [field]))).rejects.toMatchObject({
      name: 'SignatureImageError',
      reason: 'not_png_or_jpeg',
    });
  });
});

test('a document with a classic cross-reference table is sealed as well', async () => {
  const classic = await sealableDocument([{}, {}], { objectStreams: false });
  const { bytes } = await seal(exampleRequest(classic, signer, FIELDS.slice(0, 1)));
  expect(qpdfCheck(bytes).status).toBe(0);
  expect(pdfsig(bytes)).toContain('Signature is Valid.');
  expect(pdftotext(bytes)).toContain('Original-2');
});

/** Returns the CMS structure without its padding, and the bytes it covers. */
function covered(pdf: Uint8Array): { contents: Uint8Array; covered: Uint8Array } {
  const found = findSignature(pdf);
  if (typeof found === 'string') throw new Error(found);
  const [, start, end] = found.byteRange;
  // A definite length of two octets follows the tag: 30 82 xx xx.
  const length = 4 + Buffer.from(found.contents).readUInt16BE(2);
  return {
    contents: found.contents.subarray(0, length),
    covered: Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]),
  };
}
