import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** SPDX identifiers of licenses whose code can be combined with an AGPL-3.0-only program. */
const COMPATIBLE: ReadonlySet<string> = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
  ],
  ...['LGPL-3.0', 'LGPL-3.0-only', 'LGPL-3.0-or-later', 'MPL-2.0', 'OFL-1.1', 'PostgreSQL', 'Python-2.0'],
  ...['Unlicense', 'Zlib'],
]);

/** Packages that state their license only in a file, which a person has read. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  '@inlang/plugin-message-format': 'MIT',
  'sqlite-wasm-kysely': 'MIT',
  'svelte-toolbelt': 'MIT',
  'xml-escape': 'MIT',
};

type Entry = { readonly license?: string; readonly link?: boolean; readonly resolved?: string };
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};

it('depends only on packages whose license is compatible with the AGPL', () => {
  const wrong = Object.entries(lock.packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    // Our own packages are links to their folders.
    .map(([path, entry]) => ({
      path,
      ...(entry.link === true ? lock.packages[entry.resolved ?? ''] : entry),
    }))
    .map(({ path, license }) => ({
      path,
      license: license === undefined || nameOf(path) in READ_BY_HAND ? licenseOf(path) : license,
    }))
    .filter(({ license }) => !isCompatible(license))
    .map(({ path, license }) => `${path}: ${license}`);
  expect(wrong).toEqual([]);
});

it('rejects licenses that are not, in any combination', () => {
  expect(isCompatible('(MIT OR GPL-2.0-only)')).toBe(true);
  expect(isCompatible('MIT AND GPL-2.0-only')).toBe(false);
  expect(isCompatible('SEE LICENSE IN LICENSE.md')).toBe(false);
  expect(isCompatible('unknown')).toBe(false);
});

/** Evaluates an SPDX expression without nesting: one of several by OR, all of several by AND. */
function isCompatible(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => COMPATIBLE.has(name.trim())));
}

function licenseOf(path: string): string {
  const known = READ_BY_HAND[nameOf(path)];
  if (known !== undefined) return known;
  const file = join(ROOT, path, 'package.json');
  if (!existsSync(file)) return 'unknown';
  return (JSON.parse(readFileSync(file, 'utf8')) as Entry).license ?? 'unknown';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

it('has Apache-2.0 and its text in every package that goes into other people’s programs', () => {
  const { workspaces } = readJson('package.json') as { workspaces: readonly string[] };
  const folders = workspaces.flatMap((pattern) =>
    pattern.endsWith('/*')
      ? readdirSync(join(ROOT, pattern.slice(0, -2))).map((name) => join(pattern.slice(0, -2), name))
      : [pattern],
  );
  for (const folder of folders) {
    expect(readFileSync(join(ROOT, folder, 'LICENSE'), 'utf8'), folder).toMatch(
      /Apache License\s+Version 2\.0/,
    );
    const manifest = existsSync(join(ROOT, folder, 'package.json'))
      ? (readJson(join(folder, 'package.json')) as { license: string }).license
      : /^license = "(.*)"$/m.exec(readFileSync(join(ROOT, folder, 'pyproject.toml'), 'utf8'))?.[1];
    expect(manifest, folder).toBe('Apache-2.0');
  }
  expect(folders).toHaveLength(5);
});

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}
