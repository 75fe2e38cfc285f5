import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { patience } from '../support/patience.ts';
import { readSealVectors } from '../vectors/seal/vectors.ts';

const FOLDER = new URL('../vectors/seal/', import.meta.url);

it(
  'agrees with an independent verifier, in Python, on every vector',
  () => {
    const [script, table] = ['verify.py', 'vectors.json'].map((name) => fileURLToPath(new URL(name, FOLDER)));
    const output = execFileSync('python3', [script ?? '', table ?? ''], {
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });
    const results = JSON.parse(output) as Record<string, unknown>;
    const expected = readSealVectors().map(({ name, expect: result }) => [name, result]);
    expect(results).toEqual(Object.fromEntries(expected));
  },
  patience(120_000),
);
