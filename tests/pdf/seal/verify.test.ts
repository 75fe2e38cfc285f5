import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { seal } from '#server/pdf/seal/seal.ts';
import { findSignature, type FoundSignature } from '#server/pdf/seal/signature-hole.ts';
import { verifySeal } from '#server/pdf/seal/verify.ts';
import { leadsTo } from '../../support/certificate-chain.ts';
import { exampleAuthority, exampleRequest } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';

let signer: SigningKey;
let authority: Uint8Array;
let presented: Uint8Array;
let sealed: Buffer;

beforeAll(async () => {
  const keys = await exampleAuthority();
  signer = keys.signer;
  authority = keys.authority.certificate;
  presented = await sealableDocument([{}]);
  sealed = Buffer.from((await seal(exampleRequest(presented, signer, []))).bytes);
});

test('verifies a sealed file and describes it', async () => {
  const result = await verifySeal(sealed);
  expect(result).toMatchObject({
    ok: true,
    reason: null,
    signerName: 'Überbau & Söhne GmbH (sealed by Countersign)',
    coversWholeFile: true,
    digestMatches: true,
    signatureMatches: true,
    presentedLength: presented.length,
  });
  const [, start, end, rest] = result.byteRange ?? [];
  expect(end).toBeGreaterThan(start ?? 0);
  expect((end ?? 0) + (rest ?? 0)).toBe(sealed.length);
  expect(leadsTo(authority, result.certificates)).toBe(true);
  const shown = sealed.subarray(0, result.presentedLength ?? 0);
  expect(createHash('sha256').update(shown).digest()).toEqual(
    createHash('sha256').update(presented).digest(),
  );
});

describe('refuses', () => {
  test('something appended', async () => {
    for (const tail of [' ', '\n%%EOF\n', '\n1 0 obj\n<<>>\nendobj\n']) {
      const result = await verifySeal(Buffer.concat([sealed, Buffer.from(tail)]));
      expect(result).toMatchObject({ ok: false, coversWholeFile: false, digestMatches: true });
      expect(result.reason).toContain('appended');
    }
  });

  test('a file cut short', async () => {
    for (const length of [0, 1, presented.length, sealed.length - 1]) {
      expect((await verifySeal(sealed.subarray(0, length))).ok).toBe(false);
    }
  });

  test.each([
    ['does not begin at the start', (range: number[]) => [1, (range[1] ?? 0) - 1, range[2], range[3]]],
    [
      'leaves out more than the signature',
      (range: number[]) => [0, (range[1] ?? 0) - 10, range[2], range[3]],
    ],
    ['overlaps', (range: number[]) => [0, range[2], range[1], range[3]]],
    ['reaches past the end', (range: number[]) => [0, range[1], range[2], (range[3] ?? 0) + 1]],
    ['stops early', (range: number[]) => [0, range[1], range[2], (range[3] ?? 0) - 1]],
    ['is empty', () => [0, 0, 0, 0]],
  ])('a byte range that %s', async (_, change) => {
    const found = findSignature(sealed) as FoundSignature;
    const result = await verifySeal(withRange(change([...found.byteRange])));
    expect(result.ok).toBe(false);
    expect(result.reason).toBeTruthy();
  });

  test('a signature over another file', async () => {
    const other = Buffer.from(
      (await seal(exampleRequest(await sealableDocument([{}, {}]), signer, []))).bytes,
    );
    const [, start, end] = (findSignature(sealed) as FoundSignature).byteRange;
    const [, otherStart, otherEnd] = (findSignature(other) as FoundSignature).byteRange;
    const forged = Buffer.concat([
      sealed.subarray(0, start),
      other.subarray(otherStart, otherEnd),
      sealed.subarray(end),
    ]);
    const result = await verifySeal(forged);
    expect(result).toMatchObject({ ok: false, digestMatches: false, signatureMatches: true });
    expect(result.reason).toContain('changed after');
  });

  test('bytes hidden behind the signature in its padding', async () => {
    const [, , end] = (findSignature(sealed) as FoundSignature).byteRange;
    const changed = Buffer.from(sealed);
    changed.write('41', end - 11, 'latin1');
    expect(await verifySeal(changed)).toMatchObject({
      ok: false,
      reason: 'the signature is followed by other bytes',
    });
  });

  test('a range that belongs to another object than the hole', async () => {
    const text = sealed.toString('latin1');
    const key = text.lastIndexOf('/ByteRange');
    const moved = Buffer.from(sealed);
    moved.write('/ByteRangX', key, 'latin1');
    const found = findSignature(sealed) as FoundSignature;
    const decoy = Buffer.from(`\n9 0 obj\n<</ByteRange [${found.byteRange.join(' ')}]>>\nendobj\n`);
    const result = await verifySeal(Buffer.concat([moved, decoy]));
    expect(result).toMatchObject({
      ok: false,
      reason: expect.stringContaining('belongs to a different signature'),
    });
  });

  test('a file without a signature', async () => {
    expect(await verifySeal(presented)).toMatchObject({ ok: false, reason: "the file isn't signed" });
  });
});

test('never throws, and verifies only the sealed file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect((await verifySeal(bytes)).ok).toBe(false);
    }),
    { numRuns: 100 },
  );
  const [, start, end] = (findSignature(sealed) as FoundSignature).byteRange;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: start + 1, max: start + 6000 }),
      fc.constantFrom(...'0123456789abcdef'),
      async (position, digit) => {
        fc.pre(position < end && sealed.toString('latin1', position, position + 1) !== digit);
        const changed = Buffer.from(sealed);
        changed.write(digit, position, 'latin1');
        const result = await verifySeal(changed);
        // The chain's certificates aren't covered by the signature, so they may differ.
        if (result.ok) expect(leadsTo(authority, result.certificates)).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});

function withRange(range: (number | undefined)[]): Buffer {
  const text = sealed.toString('latin1');
  const start = text.lastIndexOf('/ByteRange [') + '/ByteRange ['.length;
  const end = text.indexOf(']', start);
  const changed = Buffer.from(sealed);
  changed.write(range.join(' ').padEnd(end - start), start, 'latin1');
  return changed;
}
