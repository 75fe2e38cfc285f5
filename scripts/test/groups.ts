import { globSync } from 'node:fs';

import { COMPILING, COMPONENTS, UNIT } from '../../tests/projects.ts';
import { findTurn, isAssigned } from '../../tests/turns.ts';
import { readText } from './changes.ts';
import { type Changed, findImpact, type ImpactMap } from './impact.ts';
import { readImports } from './imports.ts';

/** The test files of one run of vitest. */
export type Group = {
  readonly title: string;
  readonly tests: readonly string[];
  /** Tests that a change shouldn't affect. A failing one reveals a gap in the map. */
  readonly isSample: boolean;
};

export type Choice = {
  readonly root: string;
  /** All test files. */
  readonly tests: readonly string[];
  readonly map: ImpactMap | null;
  readonly changed: readonly Changed[];
  readonly goneTexts: readonly string[];
  /** The turn to take, if any. */
  readonly turn: string | null;
  /** Whether the unit tests have already run. */
  readonly verified: boolean;
};

/** Plans the groups in order: what always runs, what the change affects most, the turn. */
export function planGroups({ root, tests, map, changed, goneTexts, turn, verified }: Choice): Group[] {
  const unit = new Set(globSync([...UNIT], { cwd: root }).filter((test) => !(test in COMPILING)));
  const taken = new Set(verified ? unit : []);
  const groups: Group[] = [];
  const add = (title: string, chosen: readonly string[], isSample = false) => {
    const left = chosen.filter((test) => !taken.has(test));
    for (const test of left) taken.add(test);
    if (left.length > 0) groups.push({ title, tests: [...new Set(left)], isSample });
  };

  add(
    'what always runs',
    tests.filter((test) => unit.has(test) || findTurn(test) === null),
  );
  if (changed.length > 0) {
    const dependencies = { ...COMPILING, ...listComponentSources(root) };
    const impact =
      map === null
        ? { everythingFor: 'a missing map', tests: new Map<string, number>() }
        : findImpact({
            changed,
            goneTexts,
            map,
            imports: readImports(root),
            dependencies,
            readText: (path) => readText(root, path),
          });
    const affected = [...impact.tests]
      .sort(([, a], [, b]) => b - a)
      .map(([test]) => test)
      .filter((test) => tests.includes(test));
    // Drills that the map doesn't have still wait for their turn: they take as long as everything else.
    if (impact.everythingFor !== null) {
      const isIncluded = (test: string) => !isDrill(test);
      // What the rest of the change touches most comes first, since that is where a fault shows.
      add(`everything, because of ${impact.everythingFor}`, [
        ...affected.filter(isIncluded),
        ...tests.filter(isIncluded),
      ]);
    } else {
      add('what the change touches', affected);
      const isKnown = (test: string) =>
        isDrill(test) || test in dependencies || (map !== null && test in map.tests);
      add(
        'what the map doesn’t know',
        tests.filter((test) => !isKnown(test)),
      );
    }
  }
  if (turn !== null) {
    const taking = tests.filter((test) => findTurn(test) === turn);
    add(`the turn "${turn}"`, taking.filter(isAssigned));
    // The change shouldn't affect these, so they sample what the map overlooks.
    add(
      'others whose turn it is',
      taking.filter((test) => !isAssigned(test)),
      true,
    );
  }
  return groups;
}

/**
 * Splits a group into parts of about that many milliseconds each. Tests missing from the map count as 10 s.
 */
export function splitGroup(group: Group, map: ImpactMap | null, milliseconds: number): Group[] {
  const parts: string[][] = [[]];
  let filled = 0;
  for (const test of group.tests) {
    const cost = map?.tests[test] ?? 10_000;
    if (filled > 0 && filled + cost > milliseconds) {
      parts.push([]);
      filled = 0;
    }
    parts.at(-1)?.push(test);
    filled += cost;
  }
  return parts.map((tests, index) => ({
    ...group,
    tests,
    title: parts.length === 1 ? group.title : `${group.title} (part ${index + 1} of ${parts.length})`,
  }));
}

/** Returns what each test of components may render: they have no server, and what they execute isn't recorded. */
function listComponentSources(root: string): Record<string, readonly string[]> {
  const sources = ['client', 'domain', 'i18n', 'routes', 'ui', 'wire'].map((folder) => `src/${folder}/`);
  return Object.fromEntries(globSync([...COMPONENTS], { cwd: root }).map((test) => [test, sources]));
}

function isDrill(test: string): boolean {
  return test.startsWith('tests/slow/');
}
