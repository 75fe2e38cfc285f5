import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { patience } from '../support/patience.ts';
import { readSealVectors } from '../vectors/seal/vectors.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../vectors/seal/${name}`, import.meta.url));

it(
  'agrees with a second verifier, written from the documents in Python, on every vector',
  ({ skip }) => {
    skip(spawnSync('python3', ['--version']).status !== 0, 'python3 is missing');
    const output = execFileSync('python3', ['-B', pathOf('second/verify.py'), pathOf('vectors.json')], {
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });
    const expected = readSealVectors().map(({ name, expect: result }) => [name, result]);
    expect(JSON.parse(output)).toEqual(Object.fromEntries(expected));
  },
  patience(120_000),
);
