import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Executed } from '../../tests/support/executed-sources.ts';
import { composeMap, type ImpactMap } from './impact.ts';
import { getErrorCode } from '#domain/error-code.ts';

const MAP = 'tests/impact.json';
/** Sources that people change, so not the generated ones. */
const SOURCE = /^(?:src(?!\/i18n\/compiled\/)|packages)\//;
/** The sources in each script for browsers, as the build lists them. */
const MODULES = '.svelte-kit/modules.json';

/** Reads the last full run's map; null if there is none. */
export function readMap(root: string): ImpactMap | null {
  try {
    return JSON.parse(readFileSync(join(root, MAP), 'utf8')) as ImpactMap;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a run's map from what its tests recorded. */
export function writeMap(
  root: string,
  { records, commit }: { readonly records: string; readonly commit: string },
): void {
  const modules = JSON.parse(readFileSync(join(root, MODULES), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  const executed = globSync('*.json', { cwd: records }).map(
    (name) => JSON.parse(readFileSync(join(records, name), 'utf8')) as Executed,
  );
  const map = composeMap(
    commit,
    executed.map(({ test, milliseconds, sources, scripts }) => ({
      test,
      milliseconds,
      sources: [...new Set([...sources, ...scripts.flatMap((script) => modules[script] ?? [])])].filter(
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
