import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

import type { Executed } from '../../tests/support/executed-sources.ts';
import { readRenames } from './changes.ts';
import { composeMap, type ImpactMap, listRecords, type TestRecord } from './impact.ts';
import { getErrorCode } from '#domain/error-code.ts';

const MAP = 'tests/impact.json';
/** Sources that people change, so not the generated ones. */
const SOURCE = /^(?:src(?!\/i18n\/compiled\/)|packages)\//;
/** The sources in each script for browsers, as the build lists them. */
const MODULES = '.svelte-kit/modules.json';

/** Reads the map; null if there is none. */
export function readMap(root: string): ImpactMap | null {
  try {
    return JSON.parse(readFileSync(join(root, MAP), 'utf8')) as ImpactMap;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes what a run's tests recorded into the map. Tests that didn't run keep what the map has of them, under the
 * current names of their sources.
 */
export function updateMap(
  root: string,
  { records, commit }: { readonly records: string; readonly commit: string },
): void {
  const modules = JSON.parse(readFileSync(join(root, MODULES), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  const locate = createLocator(root);
  const recorded = globSync('*.json', { cwd: records })
    .map((name) => JSON.parse(readFileSync(join(records, name), 'utf8')) as Executed)
    .map(({ scripts, sources, functions, ...test }) => ({
      ...test,
      sources: [...sources, ...listShownSources({ scripts, functions }, modules, locate)],
    }));
  const map = composeMap(
    commit,
    [...keepOthers(root, new Set(recorded.map(({ test }) => test))), ...recorded].map((test) => ({
      ...test,
      sources: [...new Set(test.sources)].filter(
        (source) => SOURCE.test(source) && existsSync(join(root, source)),
      ),
    })),
  );
  const tests = JSON.stringify(map.tests, null, 1);
  const sources = JSON.stringify(map.sources, null, 1);
  writeFileSync(
    join(root, MAP),
    `{\n"commit": "${map.commit}",\n"tests": ${tests},\n"sources": ${sources}\n}\n`,
  );
}

type Modules = Readonly<Record<string, readonly string[]>>;
/** Returns the source of a position in a built script; null if it has none of ours. */
type Locate = (script: string, offset: number) => string | null;

/**
 * Lists the sources that pages executed. Of a script whose functions were recorded, these are the sources of which a
 * function was called, and those without functions. Otherwise, they are all sources in the scripts that were requested.
 */
export function listShownSources(
  { scripts, functions }: Pick<Executed, 'scripts' | 'functions'>,
  modules: Modules,
  locate: Locate,
): string[] {
  const recorded = Object.entries(functions);
  if (recorded.length === 0) return scripts.flatMap((script) => modules[script] ?? []);
  return recorded.flatMap(([script, called]) => {
    const known = new Map<string, boolean>();
    for (const [offset, wasCalled] of Object.entries(called)) {
      const source = locate(script, Number(offset));
      if (source !== null) known.set(source, wasCalled || known.get(source) === true);
    }
    return (modules[script] ?? []).filter((source) => known.get(source) !== false);
  });
}

/** Locates sources by the maps that a build for recording writes beside its scripts. */
function createLocator(root: string): Locate {
  const scripts = new Map<
    string,
    { readonly map: SourceMap; readonly lineStarts: readonly number[] } | null
  >();
  const open = (script: string) => {
    const path = join(root, 'build/client', script);
    if (!existsSync(`${path}.map`)) return null;
    const map = new SourceMap(
      JSON.parse(readFileSync(`${path}.map`, 'utf8')) as ConstructorParameters<typeof SourceMap>[0],
    );
    const lineStarts = [0];
    for (const { index } of readFileSync(path, 'utf8').matchAll(/\n/g)) lineStarts.push(index + 1);
    return { map, lineStarts };
  };
  return (script, offset) => {
    const opened = scripts.get(script) ?? open(script);
    scripts.set(script, opened);
    if (opened === null) return null;
    const line = opened.lineStarts.findLastIndex((start) => start <= offset);
    const entry = opened.map.findEntry(line, offset - (opened.lineStarts[line] ?? 0));
    if (!('originalSource' in entry) || !entry.originalSource) return null;
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '').replace(/\?.*$/, '');
    return SOURCE.test(source) ? source : null;
  };
}

/** Returns what the map has of existing tests that weren't recorded again. */
function keepOthers(root: string, recorded: ReadonlySet<string>): TestRecord[] {
  const map = readMap(root);
  if (map === null) return [];
  const now = new Map([...readRenames(root, map.commit)].map(([current, before]) => [before, current]));
  return listRecords(map)
    .map(({ test, milliseconds, sources }) => ({
      test: now.get(test) ?? test,
      milliseconds,
      sources: sources.map((source) => now.get(source) ?? source),
    }))
    .filter(({ test }) => !recorded.has(test) && existsSync(join(root, test)));
}
