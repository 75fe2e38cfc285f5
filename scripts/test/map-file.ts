import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
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
  const recorded = globSync('*.json', { cwd: records })
    .map((name) => JSON.parse(readFileSync(join(records, name), 'utf8')) as Executed)
    .map(({ scripts, sources, ...test }) => ({
      ...test,
      sources: [...sources, ...scripts.flatMap((script) => modules[script] ?? [])],
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
