import { describe, expect, it } from 'vitest';
import { composeMap, findImpact, listRecords, readTests } from '../../scripts/test/impact.ts';
import type { Imports } from '../../scripts/test/imports.ts';
import { listShownSources } from '../../scripts/test/map-file.ts';

const [SEND, SIGN, SEAL, SIGNER] = [
  'tests/api/send.test.ts',
  'tests/api/sign.test.ts',
  'tests/pdf/seal.test.ts',
  'tests/e2e/signer.test.ts',
] as const;

const map = composeMap('c0ffee', [
  {
    test: SIGN,
    milliseconds: 2000,
    sources: ['src/domain/envelope/sign.ts', 'src/server/pdf/intake/intake.ts'],
  },
  { test: SEND, milliseconds: 1000, sources: ['src/domain/envelope/send.ts'] },
  { test: SEAL, milliseconds: 4000, sources: ['src/server/pdf/seal/seal.ts'] },
  { test: SIGNER, milliseconds: 8000, sources: ['src/routes/sign/+page.svelte'] },
]);

const imports: Imports = new Map([
  [SEND, ['tests/support/people.ts']],
  [SIGN, ['tests/support/people.ts']],
  [SEAL, []],
  [SIGNER, []],
  ['tests/support/people.ts', []],
  ['src/domain/envelope/send.ts', ['src/domain/envelope/new-rule.ts']],
  ['src/server/pdf/intake/intake.ts', ['src/server/pdf/intake/intake-process.ts']],
  ['src/server/pdf/intake/intake-process.ts', ['src/server/pdf/intake/read.ts']],
]);

const TEXTS: Readonly<Record<string, string>> = {
  [SIGNER]: "await page.getByRole('button', { name: 'Sign and finish' }).click();",
  [SEND]: "readFile('tests/files/contract.pdf')",
};

function find(paths: readonly string[], goneTexts: readonly string[] = []) {
  const changed = paths.map((path) => ({ path, before: path }));
  const readText = (path: string) => TEXTS[path] ?? 'const written = 1;';
  const impact = findImpact({ changed, goneTexts, map, imports, readText });
  return impact.everythingFor === null ? Object.fromEntries(impact.tests) : 'everything';
}

describe('composeMap', () => {
  it('says which tests executed a source', () => {
    expect(readTests(map, 'src/domain/envelope/sign.ts')).toEqual([SIGN]);
    expect(readTests(map, 'src/domain/unknown.ts')).toBeNull();
  });

  it('keeps every record', () => {
    expect(composeMap(map.commit, listRecords(map))).toEqual(map);
    expect(listRecords(map)).toContainEqual({
      test: SEAL,
      milliseconds: 4000,
      sources: ['src/server/pdf/seal/seal.ts'],
    });
  });
});

describe('findImpact', () => {
  it.each([
    ['a source', 'src/domain/envelope/sign.ts', [SIGN]],
    ['a new source, by what imports it', 'src/domain/envelope/new-rule.ts', [SEND]],
    ['code of a process, by what starts it', 'src/server/pdf/intake/read.ts', [SIGN]],
    ['what a page loads', 'src/routes/sign/+page.server.ts', [SIGNER]],
    ['a test', SEAL, [SEAL]],
    ['what tests share', 'tests/support/people.ts', [SEND, SIGN]],
    ['a file that a test reads', 'tests/files/contract.pdf', [SEND]],
    ['documentation', 'docs/signing.md', []],
  ])('knows the tests of %s', (_, path, tests) => {
    expect(Object.keys(find([path])).sort()).toEqual([...tests].sort());
  });

  it.each([
    'package-lock.json',
    'drizzle/0001_new.sql',
    'src/ui/kit/Button.svelte',
    'src/unheard-of/file.ts',
  ])('runs everything for %s', (path) => {
    expect(find([path])).toBe('everything');
  });

  it('knows what else a change touches if everything has to run', () => {
    const changed = ['drizzle/0001_new.sql', SEAL].map((path) => ({ path, before: path }));
    const impact = findImpact({ changed, goneTexts: [], map, imports, readText: () => '' });
    expect(impact).toEqual({ everythingFor: 'drizzle/0001_new.sql', tests: new Map([[SEAL, 1]]) });
  });

  it('knows the tests that quote a text', () => {
    expect(find(['src/i18n/messages/en/signer.json'], ['Sign and finish'])).toEqual({ [SIGNER]: 1 });
  });

  it('counts how many changed files a test depends on', () => {
    expect(find(['src/domain/envelope/sign.ts', 'tests/support/people.ts'])).toEqual({
      [SEND]: 1,
      [SIGN]: 2,
    });
  });
});

describe('the sources that pages executed', () => {
  const modules = {
    '/_app/a.js': ['src/ui/Button.svelte', 'src/ui/Modal.svelte', 'src/ui/names.ts'],
    '/_app/b.js': ['src/ui/Editor.svelte'],
  };
  const locate = (_script: string, offset: number) =>
    offset < 100 ? 'src/ui/Button.svelte' : 'src/ui/Modal.svelte';

  it('are those of which a function was called, and those without functions, in the scripts that ran', () => {
    const functions = { '/_app/a.js': { 10: false, 20: true, 110: false } };
    expect(listShownSources({ scripts: Object.keys(modules), functions }, modules, locate)).toEqual([
      'src/ui/Button.svelte',
      'src/ui/names.ts',
    ]);
  });

  it('are all sources of the requested scripts if functions were not recorded', () => {
    expect(listShownSources({ scripts: ['/_app/a.js'], functions: {} }, modules, locate)).toEqual(
      modules['/_app/a.js'],
    );
  });
});
