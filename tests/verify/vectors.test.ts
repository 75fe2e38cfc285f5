import { describe, expect, it } from 'vitest';
import { CHECKS } from '#verify/result.ts';
import { verify } from '#verify/verify.ts';
import { fileOf, listVersions, readSealVectors, vectorFile } from '../vectors/seal/vectors.ts';

const vectors = readSealVectors();

describe('every vector', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { options, expect: expected, evidence } = vector;
    const report = await verify(new Uint8Array(fileOf(vector)), {
      roots: vectorFile(options.roots),
      timestampRoots: vectorFile(options.timestampRoots),
      now: new Date(options.now),
      log: {
        keys: lines(options.logKey),
        witnesses: lines(options.witness),
        quorum: Number(options.quorum ?? 0),
        later: options.later === '' ? null : options.later,
      },
      revocationLists: vectorFile(options.revocationList ?? ''),
      minimumLevel: options.minimumLevel,
      evidence: evidence === undefined ? undefined : Buffer.from(evidence),
    });
    const { verdict, level, results } = report;
    const codes = Object.fromEntries(results.map(({ check, code }) => [check, code]));
    const caughtBy = results
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ check, code }) => `${check}: ${code}`);
    expect({ verdict, level, caughtBy, codes, ...listVersions(results) }).toEqual(expected);
  });
});

it('catches each tampering by a named check, in every check', () => {
  const isTampered = (name: string) =>
    !/^(?:valid|export-continues|event-erased|log-key-not-given|log-other-key)/.test(name);
  const tampered = vectors.filter(({ name, about }) => isTampered(name) && !about.startsWith('Valid'));
  expect(tampered.length).toBeGreaterThan(70);
  expect(tampered.filter(({ expect: { caughtBy } }) => caughtBy.length === 0)).toEqual([]);
  const used = new Set(
    tampered.flatMap(({ expect: { caughtBy } }) => caughtBy.map((by) => by.split(':')[0])),
  );
  expect(CHECKS.filter((check) => !used.has(check))).toEqual([]);
});

it('accepts no valid file cut short or continued', async () => {
  for (const vector of vectors.filter(({ name }) => name.startsWith('valid'))) {
    const file = fileOf(vector);
    for (const length of [file.length - 1, file.length >> 1, 20, 0])
      expect((await verify(file.subarray(0, length))).verdict).toBe('invalid');
    expect((await verify(Buffer.concat([file, Buffer.from('\n%')]))).verdict).toBe('invalid');
  }
});

function lines(line = ''): string[] {
  return line === '' ? [] : [line];
}
