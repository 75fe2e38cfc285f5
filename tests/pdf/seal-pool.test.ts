import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SealCertificate } from '#server/crypto/certificate-authority.ts';
import { openSealPool, type SealPool } from '#server/pdf/seal-pool.ts';
import type { SealField } from '#server/pdf/seal-request.ts';
import { verifySeal } from '#server/pdf/verify.ts';
import { exampleAuthority, examplePicture, exampleRequest } from './support/seal-request-example.ts';
import { sealableDocument } from './support/sealable-document.ts';

let signer: SealCertificate;
let pool: SealPool;

beforeAll(async () => {
  ({ signer } = await exampleAuthority());
  pool = openSealPool({ threads: 2 });
});

afterAll(() => pool.close());

const PICTURE_FIELD: SealField = {
  ...{ page: 1, x: 0.1, y: 0.1, width: 0.3, height: 0.05, type: 'signature', value: '' },
  mark: { kind: 'drawn', image: examplePicture() },
};

test('seals several documents at once and leaves the request as it was', async () => {
  const document = await sealableDocument([{}, {}]);
  const before = createHash('sha256').update(document).digest('hex');
  const results = await Promise.all(
    Array.from({ length: 6 }, () => pool.seal(exampleRequest(document, signer, [PICTURE_FIELD]))),
  );
  for (const { bytes, sha256, pageCount, certificateFirstPage } of results) {
    expect((await verifySeal(bytes)).ok).toBe(true);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(certificateFirstPage).toBe(3);
    expect(pageCount).toBeGreaterThan(2);
  }
  expect(createHash('sha256').update(document).digest('hex')).toBe(before);
});

test('errors come back as what they are, and the thread goes on', async () => {
  const document = await sealableDocument([{}]);
  const broken: SealField = { ...PICTURE_FIELD, mark: { kind: 'uploaded', image: Buffer.from('GIF89a') } };
  await expect(pool.seal(exampleRequest(document, signer, [broken]))).rejects.toMatchObject({
    name: 'SignatureImageError',
    reason: 'not_png_or_jpeg',
  });
  await expect(pool.seal(exampleRequest(document, signer, [{ ...PICTURE_FIELD, page: 7 }]))).rejects.toThrow(
    'page 7',
  );
  const { bytes } = await pool.seal(exampleRequest(document, signer, [PICTURE_FIELD]));
  expect((await verifySeal(bytes)).ok).toBe(true);
});
