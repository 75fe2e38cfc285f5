import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { seal } from '../support/seal-in-place.ts';
import { verify } from '#verify/verify.ts';
import type { Check } from '#verify/result.ts';
import { findSignature, type FoundSignature } from '../support/signature-hole.ts';
import { leadsTo } from '../../support/certificate-chain.ts';
import { patience } from '../../support/patience.ts';
import { exampleAuthority, exampleRequest, NOW } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { verifySeal } from '../support/verify-seal.ts';

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
  const report = await verify(sealed, { roots: [authority], now: NOW });
  expect(report).toMatchObject({
    level: 'B-B',
    organization: 'Überbau & Söhne GmbH',
    root: createHash('sha256').update(authority).digest('hex'),
    sealedAt: { time: '2026-11-21T10:15:30.000Z', isConfirmed: false },
    presented: {
      length: presented.length,
      sha256: createHash('sha256').update(presented).digest('hex'),
      pages: 1,
    },
    originalBytes: null,
  });
  expect(codes(report)).toMatchObject({ file: 'unchanged', seal: 'sealed_by', time: 'time_claimed' });
  expect(leadsTo(authority, (await verifySeal(sealed)).certificates)).toBe(true);
});

describe('trusts', () => {
  test('a root that is pinned, by file or fingerprint', async () => {
    const print = createHash('sha256').update(authority).digest('hex');
    const spelled = print.toUpperCase().replace(/..(?=.)/g, '$&:');
    for (const rootFingerprints of [[print], [spelled]])
      expect(codes(await verify(sealed, { rootFingerprints, now: NOW })).seal).toBe('sealed_by');
    expect(codes(await verify(sealed, { now: NOW })).seal).toBe('root_not_given');
  });

  test('no other root', async () => {
    const { authority: other } = await exampleAuthority();
    const report = await verify(sealed, { roots: [other.certificate], now: NOW });
    expect(codes(report).seal).toBe('root_not_trusted');
    expect(report.verdict).toBe('invalid');
  });
});

describe('refuses', () => {
  test('something appended', async () => {
    for (const tail of [' x', '\n%%EOF\n', '\0', '\n1 0 obj\n<<>>\nendobj\n']) {
      const report = await verify(Buffer.concat([sealed, Buffer.from(tail)]));
      expect(codes(report).file).toBe('appended_data');
      expect(report.originalBytes).toBe(sealed.length);
    }
  });

  test('a file cut short', async () => {
    for (const length of [0, 1, presented.length, sealed.length - 1])
      expect((await verifySeal(sealed.subarray(0, length))).ok).toBe(false);
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
    expect((await verifySeal(forged)).reason).toBe('bytes_changed');
  });

  test('a range that belongs to another object than the hole', async () => {
    const text = sealed.toString('latin1');
    const key = text.lastIndexOf('/ByteRange');
    const moved = Buffer.from(sealed);
    moved.write('/ByteRangX', key, 'latin1');
    const found = findSignature(sealed) as FoundSignature;
    const decoy = Buffer.from(`\n9 0 obj\n<</ByteRange [${found.byteRange.join(' ')}]>>\nendobj\n`);
    expect((await verifySeal(Buffer.concat([moved, decoy]))).reason).toBe('bytes_changed');
  });

  test('a file without a signature', async () => {
    expect(await verifySeal(presented)).toMatchObject({ ok: false, reason: 'not_sealed' });
  });
});

test(
  'trusts no seal with a changed byte in its signature',
  async () => {
    const [, start, end] = (findSignature(sealed) as FoundSignature).byteRange;
    const hole = sealed.subarray(start, end);
    const used = hole.toString('latin1').replace(/0*>$/, '').length;
    const unnoticed: number[] = [];
    const change = async (place: number, by: number) => {
      const changed = Buffer.from(sealed);
      changed[place] = (changed[place] ?? 0) ^ by;
      const { results } = await verify(changed, { roots: [authority], now: NOW });
      const isTrusted = results.slice(0, 2).every(({ outcome }) => outcome === 'passed');
      if (isTrusted) unnoticed.push(place - start);
    };
    await change(start, 0);
    expect(unnoticed).toEqual([0]);
    unnoticed.pop();
    // Changes one of each byte's two digits in turn, samples of the padding, and sometimes the case.
    for (let at = 1; at < used; at += 2) await change(start + at + ((at >> 1) % 2), 1);
    for (let at = used; at < hole.length; at += 501) await change(start + at, 1);
    for (let at = 1; at < used; at += 97) await change(start + at, 0x20);
    expect(unnoticed).toEqual([]);
  },
  patience(240_000),
);

test('never throws on other bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect((await verify(bytes)).verdict).toBe('invalid');
    }),
    { numRuns: 100 },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(255), fc.nat(200), async (at, byte, cut) => {
      const changed = Buffer.concat([
        sealed.subarray(0, at),
        Buffer.alloc(1, byte),
        sealed.subarray(at + cut),
      ]);
      fc.pre(!changed.equals(sealed));
      expect((await verifySeal(changed)).ok).toBe(false);
    }),
    { numRuns: 200 },
  );
});

function codes({ results }: Awaited<ReturnType<typeof verify>>): Partial<Record<Check, string>> {
  return Object.fromEntries(results.map(({ check, code }) => [check, code]));
}

function withRange(range: (number | undefined)[]): Buffer {
  const text = sealed.toString('latin1');
  const start = text.lastIndexOf('/ByteRange [') + '/ByteRange ['.length;
  const end = text.indexOf(']', start);
  const changed = Buffer.from(sealed);
  changed.write(range.join(' ').padEnd(end - start), start, 'latin1');
  return changed;
}
