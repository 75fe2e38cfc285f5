import { beforeAll, expect, it } from 'vitest';
import { verify } from '#verify/verify.ts';
import { patience } from '../../support/patience.ts';
import { fileOf, readSealVectors, vectorFile } from '../../vectors/seal/vectors.ts';

const NOW = new Date('2026-12-01T00:00:00Z');
const roots = vectorFile('root.der');
const timestampRoots = vectorFile('time-root.der');
let file: Uint8Array;
beforeAll(() => {
  const vector = readSealVectors().find(({ name }) => name === 'valid-b-lta');
  if (vector === undefined) throw new Error('the vector is missing');
  file = new Uint8Array(fileOf(vector));
});

/** Where the hexadecimal digits of the seal and of the document timestamp are, padding included. */
function signatures(): { start: number; end: number }[] {
  const text = Buffer.from(file).toString('latin1');
  return [...text.matchAll(/\/Contents <([0-9a-f]+)>/g)].map(({ index, 1: digits = '' }) => {
    const start = index + '/Contents <'.length;
    return { start, end: start + digits.replace(/(?:00)+$/, '').length + 2 };
  });
}

it(
  'notices every changed byte of the signature and the timestamps, with the roots given',
  async () => {
    expect(signatures()).toHaveLength(2);
    const unnoticed: number[] = [];
    for (const { start, end } of signatures())
      for (let at = start; at < end; at++) {
        const changed = Uint8Array.from(file);
        // Changes one bit, which yields another hexadecimal digit, for every digit in turn.
        const bit = 1 << ((at - start) % 4);
        const digit = Number.parseInt(String.fromCharCode(file[at] ?? 0), 16) ^ bit;
        changed[at] = digit.toString(16).charCodeAt(0);
        const { verdict } = await verify(changed, { roots, timestampRoots, now: NOW });
        if (verdict !== 'invalid') unnoticed.push(at);
      }
    expect(unnoticed).toEqual([]);
  },
  patience(300_000),
);
