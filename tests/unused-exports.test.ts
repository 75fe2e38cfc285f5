import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Code that others load by other means than an import of src, scripts, bench or packages. */
const ENTRY_POINTS: readonly RegExp[] = [
  /^src\/(?:routes|client)\//, // SvelteKit and users of the API client
  /^src\/(?:hooks|app)\./,
  /^src\/domain\/log\//, // formats of the log, for verifiers outside of the program as well
  /-worker\.ts$/, // threads, which load their functions by name
  /^src\/server\/db\/schema\//, // read as a whole for migrations
  /^src\/i18n\/browser\//, // takes the place of the compiled messages in the browser
  /\.svelte$/, // exports of components are their properties
];

/** Checks that tests of seals, checkpoints, colors and payload types are written with, and no program needs yet. */
const CHECKS_IN_TESTS: ReadonlySet<string> = new Set([
  'src/domain/branding/accent.ts contrastOf',
  'src/server/pdf/engine/page-geometry.ts placeOnPage',
  'src/wire/event-payloads.ts PublishedPayloads',
]);

const files = new Map(
  [...['src', 'scripts', 'bench', 'packages'].flatMap(filesIn), 'vite.config.ts'].map((path) => [
    path,
    text(path),
  ]),
);
const imported = new Set([...files].flatMap(([path, source]) => importsOf(path, source)));

it('has no export that only tests use', () => {
  const unused = [...files].flatMap(([path, source]) =>
    !path.startsWith('src/') || ENTRY_POINTS.some((pattern) => pattern.test(path))
      ? []
      : exportsOf(source)
          .filter((name) => !isUsedIn(source, name) && !imported.has(`${path} ${name}`))
          .filter(() => !imported.has(`${path} *`))
          .map((name) => `${path} ${name}`),
  );
  expect(unused.filter((name) => !CHECKS_IN_TESTS.has(name))).toEqual([]);
});

function filesIn(directory: string): string[] {
  return readdirSync(join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs|svelte)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('/compiled/'));
}

function text(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function exportsOf(source: string): string[] {
  const declared = /^export (?:async |abstract )?(?:function\*?|const|let|class|type|interface) ([\w$]+)/gm;
  return [...source.matchAll(declared)].map(([, name = '']) => name);
}

/** Tells whether a file mentions its own export beyond the declaration. */
function isUsedIn(source: string, name: string): boolean {
  return [...source.matchAll(new RegExp(`\\b${name.replace('$', '\\$')}\\b`, 'g'))].length > 1;
}

/** Lists imports and re-exports as `path name`; `path *` stands for a whole module. */
function importsOf(path: string, source: string): string[] {
  const named = /(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?(\{[^}]*\}|\*[\s\w]*)\s*from\s*'([^']+)'/g;
  const whole = /import\(\s*'([^']+)'\s*\)/g;
  return [
    ...[...source.matchAll(named)].flatMap(([, names = '', target = '']) =>
      (names.startsWith('*') ? ['*'] : namesIn(names)).map((name) => `${fileOf(path, target)} ${name}`),
    ),
    ...[...source.matchAll(whole)].map(([, target = '']) => `${fileOf(path, target)} *`),
  ];
}

function namesIn(braces: string): string[] {
  return [...braces.matchAll(/(?:type\s+)?([\w$]+)(?:\s+as\s+[\w$]+)?/g)].map(([, name = '']) => name);
}

function fileOf(importer: string, target: string): string {
  if (target.startsWith('#')) return `src/${target.slice(1)}`;
  return relative(ROOT, resolve(ROOT, dirname(importer), target));
}
