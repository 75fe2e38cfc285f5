import { createHash, randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { openSealPool, type SealPool } from '#server/pdf/seal/seal-pool.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { verifySeal } from '../support/verify-seal.ts';
import {
  exampleAuthority,
  examplePicture,
  exampleRequest,
  exampleSigner,
} from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { ODD_PICTURES, UNDECODABLE_PICTURES } from '../support/undecodable-pictures.ts';

const ORGANIZATION = 'org_example';

let signer: SigningKey;
let pool: SealPool;

beforeAll(async () => {
  ({ signer } = await exampleAuthority());
  pool = openSealPool({ threads: 2 });
});

afterAll(() => pool.close());

const PICTURE_MARK = { kind: 'drawn', image: examplePicture() } as const;
const PICTURE_FIELD: SealField = {
  ...{ page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.05, type: 'signature', value: '' },
  mark: PICTURE_MARK,
};

test('seals several documents at once without changing the request', async () => {
  const document = await sealableDocument([{}, {}]);
  const before = createHash('sha256').update(document).digest('hex');
  const results = await Promise.all(
    Array.from({ length: 6 }, () =>
      pool.seal(ORGANIZATION, exampleRequest(document, signer, [PICTURE_FIELD])),
    ),
  );
  for (const { bytes, sha256, pageCount, certificateFirstPage } of results) {
    expect((await verifySeal(bytes)).ok).toBe(true);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(certificateFirstPage).toBe(3);
    expect(pageCount).toBeGreaterThan(2);
  }
  expect(createHash('sha256').update(document).digest('hex')).toBe(before);
});

test('reads what belongs to envelopes while a file of a stranger takes long', async () => {
  const { bytes } = await pool.seal(
    ORGANIZATION,
    exampleRequest(await sealableDocument([{}]), signer, [PICTURE_FIELD]),
  );
  const now = new Date();
  // The threads start first.
  await Promise.all([pool.examination(Uint8Array.from(bytes), now), pool.report(new Uint8Array(1), { now })]);
  const order: string[] = [];
  const file = new Uint8Array(16 * 1024 * 1024).fill(0x2f);
  file.set(Buffer.from('%PDF-1.7\n'));
  const stranger = pool.report(file, { now }).then(() => order.push('stranger'));
  const own = pool.examination(Uint8Array.from(bytes), now).then(() => order.push('own'));
  await Promise.all([stranger, own]);
  expect(order).toEqual(['own', 'stranger']);
});

test('passes errors on unchanged, and the thread continues', async () => {
  const document = await sealableDocument([{}]);
  const broken: SealField = { ...PICTURE_FIELD, mark: { kind: 'uploaded', image: Buffer.from('GIF89a') } };
  await expect(pool.seal(ORGANIZATION, exampleRequest(document, signer, [broken]))).rejects.toMatchObject({
    name: 'SignatureImageError',
    reason: 'not_png_or_jpeg',
  });
  await expect(
    pool.seal(ORGANIZATION, exampleRequest(document, signer, [{ ...PICTURE_FIELD, page: 7 }])),
  ).rejects.toThrow('page 7');
  const { bytes } = await pool.seal(ORGANIZATION, exampleRequest(document, signer, [PICTURE_FIELD]));
  expect((await verifySeal(bytes)).ok).toBe(true);
});

describe('checkPicture', () => {
  test.each(UNDECODABLE_PICTURES)('refuses %s, as sealing would', async (_name, image) => {
    const mark = { kind: 'drawn', image } as const;
    const fault = { name: 'SignatureImageError', reason: 'broken' };
    await expect(pool.checkPicture(ORGANIZATION, mark)).rejects.toMatchObject(fault);
    const request = exampleRequest(await sealableDocument([{}]), signer, [{ ...PICTURE_FIELD, mark }]);
    await expect(pool.seal(ORGANIZATION, request)).rejects.toMatchObject(fault);
  });

  test('finds what the structure shows too', async () => {
    const image = Buffer.from('GIF89a');
    const fault = { reason: 'not_png_or_jpeg' };
    await expect(pool.checkPicture(ORGANIZATION, { kind: 'uploaded', image })).rejects.toMatchObject(fault);
  });

  test.each(['png', 'jpeg'] as const)(
    'accepted damaged %s pictures can be sealed',
    async (type) => {
      const document = await sealableDocument([{}]);
      const original = examplePicture(type);
      let passed = 0;
      for (let round = 0; round < 150; round++) {
        const image = Uint8Array.from(original);
        const position = (round * 7919) % image.length;
        image[position] = (image[position] ?? 0) ^ (1 << (round % 8));
        const mark = { kind: 'drawn', image } as const;
        try {
          await pool.checkPicture(ORGANIZATION, mark);
        } catch (error) {
          expect(error).toMatchObject({ name: 'SignatureImageError' });
          continue;
        }
        passed++;
        if (passed % 10 !== 1) continue;
        const { bytes } = await pool.seal(
          ORGANIZATION,
          exampleRequest(document, signer, [{ ...PICTURE_FIELD, mark }]),
        );
        expect((await verifySeal(bytes)).ok).toBe(true);
      }
      // A PNG's checksums catch everything. A JPEG has none, so damage often goes unnoticed.
      expect(passed > 0).toBe(type === 'jpeg');
    },
    60_000,
  );

  test.each(ODD_PICTURES)('lets %s through, which can be sealed', async (_name, image) => {
    const mark = { kind: 'drawn', image } as const;
    await pool.checkPicture(ORGANIZATION, mark);
    const request = exampleRequest(await sealableDocument([{}]), signer, [{ ...PICTURE_FIELD, mark }]);
    expect((await verifySeal((await pool.seal(ORGANIZATION, request)).bytes)).ok).toBe(true);
  });

  test('does not wait for seals', async () => {
    await pool.checkPicture(ORGANIZATION, PICTURE_MARK);
    const document = await sealableDocument(Array.from({ length: 20 }, () => ({})));
    const finished: string[] = [];
    const seals = Array.from({ length: 10 }, async () => {
      await pool.seal(ORGANIZATION, exampleRequest(document, signer, [PICTURE_FIELD]));
      finished.push('seal');
    });
    const check = pool.checkPicture(ORGANIZATION, PICTURE_MARK).then(() => finished.push('check'));
    await Promise.all([...seals, check]);
    expect(finished.indexOf('check')).toBeLessThan(finished.lastIndexOf('seal'));
  });
});

test.each([
  ['emoji', '😀👩🏽‍🚀🇸🇪 ❤️'],
  ['control characters', 'A\u0000\u0007\u001B[31m\u200B\u202E\u2028Z'],
  ['half a surrogate pair and what is no character', '\uD83D x \uFFFE \u{10FFFF}'],
  ['marks without a letter', '\u0301\u0301\u0301'],
  ['nothing but a space', ' \u3000 '],
  ['letters of scripts without a face', 'ᚠᚢᚦ 𒀀𒀁 ꧁꧂'],
  ['200 Chinese, Japanese and Korean characters', '龍李東京あアー한글'.repeat(20)],
  ['one grapheme of 200 characters', `Z${'\u0335'.repeat(199)}`],
])('a typed signature of %s can be sealed', async (_name, text) => {
  const mark = { kind: 'typed', text } as const;
  const document = await sealableDocument([{}]);
  const request = exampleRequest(document, signer, [{ ...PICTURE_FIELD, value: text, mark }], {
    signers: [exampleSigner({ mark })],
  });
  const { bytes } = await pool.seal(ORGANIZATION, request);
  expect((await verifySeal(bytes)).ok).toBe(true);
});

describe('readings of a sealed document', () => {
  test('return certificates and certificate pages', async () => {
    const document = await sealableDocument([{}, {}]);
    const sealed = await pool.seal(ORGANIZATION, exampleRequest(document, signer, [PICTURE_FIELD]));
    const { certificates } = await verifySeal(sealed.bytes);
    const given = Uint8Array.from(sealed.bytes);
    expect(await pool.certificatesOf(given)).toEqual(certificates);
    expect(certificates).toHaveLength(2);
    expect(given.byteLength).toBe(0);

    const excerpt = await pool.excerpt(sealed.bytes, { firstPage: sealed.certificateFirstPage });
    const pages = (await PDFDocument.load(excerpt)).getPageCount();
    expect(pages).toBe(sealed.pageCount - sealed.certificateFirstPage + 1);
  });

  test('leave alone what lies in one buffer with the bytes', async () => {
    const shared = Buffer.from('before no document after');
    expect(await pool.certificatesOf(shared.subarray(7, 18))).toEqual([]);
    expect(shared.toString()).toBe('before no document after');
  });

  test('passes errors on, and the thread continues', async () => {
    await expect(pool.excerpt(Buffer.from('no document'), { firstPage: 1 })).rejects.toThrow();
    expect(await pool.certificatesOf(Buffer.from('no document'))).toEqual([]);
  });
});

test('seals with as many attached files as an envelope may have', async () => {
  const document = await sealableDocument([{}]);
  const files = Array.from({ length: 5 }, (_, index) => ({
    filename: `scan-${index}.jpg`,
    contentType: 'image/jpeg',
    bytes: randomBytes(LIMITS.attachmentFileMaxBytes),
  }));
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const { bytes } = await pool.seal(ORGANIZATION, {
    ...exampleRequest(document, signer, []),
    attachments: files,
  });
  clearInterval(watch);
  expect((await verifySeal(bytes)).ok).toBe(true);
  // A few copies of 50 MiB, not of each byte as an object.
  expect(peak - before).toBeLessThan(512 * 1024 * 1024);
  expect(files.every((file) => Buffer.from(bytes).includes(file.bytes))).toBe(true);
});
