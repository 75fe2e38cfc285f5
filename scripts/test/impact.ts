import { collectReachable, type Imports, reverseImports } from './imports.ts';

/** What one test file executed. */
export type TestRecord = {
  readonly test: string;
  readonly milliseconds: number;
  readonly sources: readonly string[];
};

/** Records which tests executed which sources. */
export type ImpactMap = {
  /** The commit of the last recorded run, which the names of files are those of. */
  readonly commit: string;
  /** The wall time of each test file in milliseconds. */
  readonly tests: Readonly<Record<string, number>>;
  /** For each source, the tests that executed it, as indexes into `tests`: a bitmap in base64. */
  readonly sources: Readonly<Record<string, string>>;
};

/** Which tests a change affects. */
export type Impact = {
  /** The changed file that may affect every test; null if there is none. */
  readonly everythingFor: string | null;
  /** Tests that the change is known to affect, with the number of changed files that each depends on. */
  readonly tests: ReadonlyMap<string, number>;
};

/** A changed file: its current path, and its path at the map's commit. */
export type Changed = { readonly path: string; readonly before: string };

/** Files that no test reads, or only tests that always run. */
const HARMLESS = [
  /^docs\//,
  /^bench\//,
  /^deploy\//,
  /\.md$/,
  /^LICENSE$/,
  /^\.ci\//,
  /^\.\w+ignore$/,
  /^\.prettierrc/,
  /^(?:eslint|knip)/,
];

/** Files that everything depends on in ways the record doesn't show. */
const FOUNDATION = [
  /^package(?:-lock)?\.json$/,
  /^(?:vite|vitest|svelte|drizzle|ts)\w*\.config\.(?:ts|js)$/,
  /^tsconfig\.json$/,
  /^drizzle\//,
  /^static\//,
  /^src\/\w+\.css$/,
  /^src\/app\.\w+$/,
  /^src\/hooks\./,
  /^src\/ui\/kit\//,
  /^src\/server\/(?:db\/schema|surface|trpc|rates|runtime|main)\//,
  /^src\/server\/commit\.ts$/,
  /^tests\/(?:support\/(?:api|shelf|cluster|cluster-address|cluster-server|global-setup)|e2e\/app-harness)\.ts$/,
];

/** Code that runs in processes of its own, where nothing is recorded. */
const IN_PROCESSES =
  /^src\/(?:reading|server\/(?:pdf|conversion|document|process))\/|^src\/server\/fonts\.ts$/;
const PROCESS = /-(?:process|worker)\.ts$/;

/** If a change affects more than this share of all tests, everything runs. */
const MOST = 0.7;

/** Builds the map from recordings. Includes sources that most tests execute. */
export function composeMap(commit: string, records: readonly TestRecord[]): ImpactMap {
  const sorted = records.toSorted((a, b) => (a.test < b.test ? -1 : 1));
  const bitmaps = new Map<string, Uint8Array>();
  for (const [place, { sources }] of sorted.entries())
    for (const source of sources) {
      const bitmap = bitmaps.get(source) ?? new Uint8Array(Math.ceil(sorted.length / 8));
      bitmap[place >> 3] = (bitmap[place >> 3] ?? 0) | (1 << (place & 7));
      bitmaps.set(source, bitmap);
    }
  return {
    commit,
    tests: Object.fromEntries(sorted.map(({ test, milliseconds }) => [test, milliseconds])),
    sources: Object.fromEntries(
      [...bitmaps]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([source, bitmap]) => [source, Buffer.from(bitmap).toString('base64')]),
    ),
  };
}

/** Lists what the map was composed of. */
export function listRecords(map: ImpactMap): TestRecord[] {
  const sources = Object.entries(map.sources).map(
    ([source, bitmap]) => [source, Buffer.from(bitmap, 'base64')] as const,
  );
  return Object.entries(map.tests).map(([test, milliseconds], place) => ({
    test,
    milliseconds,
    sources: sources.filter(([, bitmap]) => hasBit(bitmap, place)).map(([source]) => source),
  }));
}

/** Returns the tests that executed a source; null if the map doesn't know it. */
export function readTests(map: ImpactMap, source: string): string[] | null {
  const bitmap = map.sources[source];
  if (bitmap === undefined) return null;
  const bytes = Buffer.from(bitmap, 'base64');
  return Object.keys(map.tests).filter((_, place) => hasBit(bytes, place));
}

function hasBit(bitmap: Uint8Array, place: number): boolean {
  return (((bitmap[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}

/**
 * Finds the tests that a change affects: tests that executed a changed source, tests that import it if it
 * wasn't recorded by name, and tests that quote removed text. Names the file for which everything has to run if
 * none of this is conclusive.
 */
export function findImpact({
  changed,
  goneTexts,
  map,
  imports,
  dependencies = {},
  readText,
}: {
  readonly changed: readonly Changed[];
  /** Texts for people that were changed or removed. */
  readonly goneTexts: readonly string[];
  readonly map: ImpactMap;
  readonly imports: Imports;
  /** Other files and folders that tests depend on, by test. */
  readonly dependencies?: Readonly<Record<string, readonly string[]>>;
  readonly readText: (path: string) => string;
}): Impact {
  const importers = reverseImports(imports);
  const allTests = [...imports.keys()].filter(isTest);
  const hits = new Map<string, number>();
  let everythingFor: string | null = null;
  for (const { path, before } of changed) {
    const found = findTests(path, before);
    const isFoundation = found === 'everything' || found.size > MOST * allTests.length;
    if (isFoundation) everythingFor ??= path;
    const affected = isFoundation ? [] : found;
    for (const test of [...affected, ...findDependent(path)]) hits.set(test, (hits.get(test) ?? 0) + 1);
  }
  return { everythingFor, tests: hits };

  function findTests(path: string, before: string): ReadonlySet<string> | 'everything' {
    if (HARMLESS.some((pattern) => pattern.test(path))) return new Set();
    if (FOUNDATION.some((pattern) => pattern.test(path))) return 'everything';
    if (path.startsWith('src/i18n/messages/')) return findQuotes();
    if (path.startsWith('tests/')) return findUsers(path);
    const tests = new Set([...(findExecuting(path, before) ?? []), ...findThroughProcesses(path)]);
    const isCovered = tests.size > 0 || isOnlyTypes(path) || isOfComponents(path);
    return isCovered ? tests : 'everything';
  }

  /** What no recorded test executes of the pages is rendered by tests of components, which depend on it. */
  function isOfComponents(path: string): boolean {
    return /^src\/(?:ui|routes)\//.test(path) && findDependent(path).length > 0;
  }

  function findDependent(path: string): string[] {
    const dependsOn = (name: string) => (name.endsWith('/') ? path.startsWith(name) : path === name);
    return Object.keys(dependencies).filter((test) => dependencies[test]?.some(dependsOn));
  }

  /** Uses the record or, for a file that is new or has nothing to execute, the records of its importers. */
  function findExecuting(path: string, before: string): string[] | null {
    const known = readTests(map, before) ?? findOfPage(before);
    if (known !== null) return known;
    const isKnown = (file: string) => readTests(map, file) !== null;
    const reached = collectReachable(importers, path);
    const nearest = [...reached].filter((file) => isTest(file) || isKnown(file));
    return nearest.flatMap((file) => (isTest(file) ? [file] : (readTests(map, file) ?? [])));
  }

  /** A page's load function belongs to its component, which browsers request. */
  function findOfPage(path: string): string[] | null {
    const load = /^(src\/routes\/.*\+(?:page|layout))(?:\.server)?\.ts$/.exec(path);
    return load === null ? null : readTests(map, `${load[1]}.svelte`);
  }

  function findThroughProcesses(path: string): string[] {
    if (!IN_PROCESSES.test(path)) return [];
    const programs = [...collectReachable(importers, path, isTest)].filter((file) => PROCESS.test(file));
    const hosts = programs.flatMap((program) => importers.get(program) ?? []);
    return hosts.flatMap((host) => readTests(map, host) ?? []);
  }

  /** Finds tests and shared test code by imports, and files that are read by their names. */
  function findUsers(path: string): ReadonlySet<string> | 'everything' {
    const users = new Set([...collectReachable(importers, path)].filter(isTest));
    if (users.size > 0 || /\.tsx?$/.test(path)) return users;
    const name = path.split('/').at(-1) ?? path;
    const folder = path.split('/').at(-2) ?? path;
    const readers = [...imports.keys()].filter(
      (file) => file.startsWith('tests/') && [name, folder].some((part) => readText(file).includes(part)),
    );
    const found = readers.flatMap((file) => [...collectReachable(importers, file)].filter(isTest));
    return found.length === 0 ? 'everything' : new Set(found);
  }

  function findQuotes(): ReadonlySet<string> {
    const parts = goneTexts.flatMap(findLongestPart);
    const quoting = [...imports.keys()].filter(
      (file) => file.startsWith('tests/') && parts.some((part) => readText(file).includes(part)),
    );
    return new Set(quoting.flatMap((file) => [...collectReachable(importers, file)].filter(isTest)));
  }

  function isOnlyTypes(path: string): boolean {
    return /\.d\.ts$/.test(path) || !/^(?!export (?:type|interface)|import )\S/m.test(readText(path));
  }
}

function isTest(path: string): boolean {
  return path.startsWith('tests/') && path.endsWith('.test.ts');
}

const SHORTEST_QUOTE = 4;

/** Returns the longest part of a text between placeholders; null if it's too short to be distinctive. */
function findLongestPart(text: string): string[] {
  const longest =
    text
      .split(/\{[^}]*\}/)
      .sort((a, b) => b.length - a.length)[0]
      ?.trim() ?? '';
  return longest.length < SHORTEST_QUOTE ? [] : [longest];
}
