import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildConsistencyPath,
  buildInclusionPath,
  hashLeaf,
  hashNode,
  splitIntoSubtrees,
  verifyConsistency,
  verifyInclusion,
  type Range,
} from '#domain/event/merkle-log.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { appendLeaves, completedBy, rangeHash } from '../../support/merkle.ts';

/**
 * Test vectors from Certificate Transparency's own implementation: leaves, and the roots of the first 0 to 8
 * of them.
 */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const INCLUSION = [
  {
    position: 0,
    size: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    position: 5,
    size: 8,
    proof: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
];
const CONSISTENCY = [
  { from: 1, to: 1, proof: [] },
  {
    from: 1,
    to: 8,
    proof: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    from: 6,
    to: 8,
    proof: [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  {
    from: 2,
    to: 5,
    proof: [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

const leafHashes = LEAVES.map((hex) => hashLeaf(Buffer.from(hex, 'hex'), computeSha256Hex));

/**
 * Builds a log as it's stored, with the subtrees that each leaf completes, appended in batches of these
 * sizes.
 */
function logOf(leaves: readonly string[], batches: readonly number[] = [leaves.length]) {
  const stored: (readonly string[])[] = [];
  const subtrees = (range: Range) =>
    splitIntoSubtrees(range).map((subtree) => stored[completedBy(subtree)]?.[subtree.level] ?? 'missing');
  const hashOf = (range: Range) => rangeHash(subtrees(range), computeSha256Hex);
  for (const batch of [...batches, leaves.length]) {
    const size = stored.length;
    const frontier = subtrees({ start: 0, end: size });
    const { completed, frontier: after } = appendLeaves(
      size,
      frontier,
      leaves.slice(size, size + batch),
      computeSha256Hex,
    );
    stored.push(...completed);
    expect(after).toEqual(subtrees({ start: 0, end: stored.length }));
  }
  return {
    root: (size: number) => hashOf({ start: 0, end: size }),
    inclusion: (position: number, size: number) => buildInclusionPath(position, size).map(hashOf),
    consistency: (from: number, to: number) => buildConsistencyPath(from, to).map(hashOf),
  };
}

/** The definition of RFC 6962 section 2.1, translated literally. */
function treeHash(leaves: readonly string[]): string {
  const [only] = leaves;
  if (only === undefined) return computeSha256Hex('');
  if (leaves.length === 1) return only;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hashNode(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)), computeSha256Hex);
}

describe('the published vectors', () => {
  const log = logOf(leafHashes);

  it.each(ROOTS.map((root, size) => ({ size, root })))('has the root of $size leaves', ({ size, root }) => {
    expect(log.root(size)).toBe(root);
  });

  it.each(INCLUSION)('proves leaf $position of $size', ({ position, size, proof }) => {
    expect(log.inclusion(position, size)).toEqual(proof);
    const leaf = leafHashes[position] ?? '';
    expect(verifyInclusion({ leaf, position, size, proof, root: ROOTS[size] ?? '' }, computeSha256Hex)).toBe(
      true,
    );
  });

  it.each(CONSISTENCY)('proves that $from leaves are the first of $to', ({ from, to, proof }) => {
    expect(log.consistency(from, to)).toEqual(proof);
    const roots = { fromRoot: ROOTS[from] ?? '', toRoot: ROOTS[to] ?? '' };
    expect(verifyConsistency({ from, to, proof, ...roots }, computeSha256Hex)).toBe(true);
  });
});

const someLeaves = fc
  .integer({ min: 1, max: 90 })
  .map((count) =>
    Array.from({ length: count }, (_, n) => hashLeaf(Buffer.from(`leaf ${n}`), computeSha256Hex)),
  );
const otherHash = 'f'.repeat(64);

describe('any log', () => {
  it('has the root of the definition at every size, however it was appended', () => {
    fc.assert(
      fc.property(
        someLeaves,
        fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 8 }),
        (leaves, batches) => {
          const log = logOf(leaves, batches);
          for (let size = 0; size <= leaves.length; size++) {
            expect(log.root(size)).toBe(treeHash(leaves.slice(0, size)));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('proves each of its leaves at each size, and nothing else', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat(), fc.nat(), (leaves, a, b, c) => {
        const log = logOf(leaves);
        const size = (a % leaves.length) + 1;
        const position = b % size;
        const claim = {
          ...{ leaf: leaves[position] ?? '', position, size },
          ...{ root: log.root(size), proof: log.inclusion(position, size) },
        };
        expect(verifyInclusion(claim, computeSha256Hex)).toBe(true);
        const place = c % (claim.proof.length + 1);
        const changed = [
          { ...claim, leaf: otherHash },
          { ...claim, root: otherHash },
          { ...claim, proof: [...claim.proof, otherHash] },
          { ...claim, position: size },
          { ...claim, position: -1 },
          { ...claim, position: position + 0.5 },
          { ...claim, leaf: claim.leaf.toUpperCase() },
          ...(size === 1
            ? []
            : [
                { ...claim, proof: claim.proof.slice(1) },
                { ...claim, proof: claim.proof.with(Math.min(place, claim.proof.length - 1), otherHash) },
                { ...claim, position: (position + 1) % size },
              ]),
        ];
        for (const one of changed) expect(verifyInclusion(one, computeSha256Hex)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('proves that it only grew, and of no other log', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), fc.nat(), fc.nat(), (leaves, a, b, c) => {
        const log = logOf(leaves);
        const to = (a % leaves.length) + 1;
        const from = (b % to) + 1;
        const claim = {
          ...{ from, to, fromRoot: log.root(from), toRoot: log.root(to) },
          proof: log.consistency(from, to),
        };
        expect(verifyConsistency(claim, computeSha256Hex)).toBe(true);
        expect(verifyConsistency({ ...claim, toRoot: otherHash }, computeSha256Hex)).toBe(false);
        expect(verifyConsistency({ ...claim, fromRoot: otherHash }, computeSha256Hex)).toBe(false);
        expect(verifyConsistency({ ...claim, proof: [...claim.proof, otherHash] }, computeSha256Hex)).toBe(
          false,
        );
        if (claim.proof.length > 0) {
          const proof = claim.proof.with(c % claim.proof.length, otherHash);
          expect(verifyConsistency({ ...claim, proof }, computeSha256Hex)).toBe(false);
        }
        const rewritten = logOf(leaves.with(c % from, otherHash));
        const forged = {
          ...claim,
          ...{ toRoot: rewritten.root(to), proof: rewritten.consistency(from, to) },
        };
        expect(verifyConsistency(forged, computeSha256Hex)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('says nothing of an empty one', () => {
    const claim = { from: 0, to: 3, fromRoot: ROOTS[0] ?? '', toRoot: ROOTS[3] ?? '' };
    expect(verifyConsistency({ ...claim, proof: [] }, computeSha256Hex)).toBe(true);
    expect(verifyConsistency({ ...claim, proof: [otherHash] }, computeSha256Hex)).toBe(false);
    expect(verifyConsistency({ ...claim, from: 4, proof: [] }, computeSha256Hex)).toBe(false);
  });
});
