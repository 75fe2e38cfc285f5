import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { verify } from '#verify/verify.ts';
import { fileOf, readSealVectors, vectorFile } from '../vectors/seal/vectors.ts';

const prints = (name: string) =>
  vectorFile(name).map((der) => createHash('sha256').update(der).digest('hex').toUpperCase());

/** Verifies a vector with the roots' fingerprints instead of the roots. */
async function codesOf(name: string) {
  const vector = readSealVectors().find((one) => one.name === name);
  if (vector === undefined) throw new Error(`no vector ${name}`);
  const { verdict, results } = await verify(new Uint8Array(fileOf(vector)), {
    rootFingerprints: prints('root.der'),
    timestampFingerprints: prints('time-root.der'),
    now: new Date(vector.options.now),
  });
  return [verdict, ...results.slice(1, 4).map(({ code }) => code)];
}

it('trusts roots by their fingerprints', async () => {
  expect(await codesOf('valid-b-lta')).toEqual([
    'valid',
    'sealed_by',
    'time_confirmed',
    'long_term_archived',
  ]);
});

it('trusts nothing that a changed copy of such a root leads to', async () => {
  expect((await codesOf('root-renamed-in-seal')).slice(0, 2)).toEqual(['incomplete', 'issuer_missing']);
  expect((await codesOf('root-renamed-in-archive')).slice(1)).toEqual([
    'sealed_by',
    'time_confirmed',
    'long_term_service_not_trusted',
  ]);
});
