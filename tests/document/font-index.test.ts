import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FONT_DIRECTORIES, indexName } from '#server/conversion/font-index.ts';

const STORED = new URL('../../src/server/conversion/font-index/', import.meta.url);
const MAKE = `
  const { makeFontIndex } = await import(${JSON.stringify(new URL('../../scripts/font-index/make-font-index.ts', import.meta.url))});
  const index = await makeFontIndex();
  process.stdout.write(JSON.stringify([...index].map(([name, data]) => [name, data.toString('base64')])), () => process.exit(0));
`;

describe('the index of the fonts', () => {
  it('is the one that the engine makes of them', { timeout: 200_000 }, () => {
    const made = JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', MAKE], {
        encoding: 'utf8',
        maxBuffer: 2 ** 24,
        timeout: 150_000,
      }),
    ) as [string, string][];
    expect(made.map(([name]) => name).sort()).toEqual(FONT_DIRECTORIES.map(indexName).sort());
    expect(readdirSync(STORED).sort()).toEqual(made.map(([name]) => `${name}.gz`).sort());
    for (const [name, data] of made)
      expect(gunzipSync(readFileSync(new URL(`${name}.gz`, STORED))).toString('base64')).toBe(data);
  });
});
