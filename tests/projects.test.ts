import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { collectReachable, readImports } from '../scripts/test/imports.ts';
import { BROWSER, COMPILING, COMPONENTS, PARTS, SLOW, TOUCHED, UNIT } from './projects.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** All test databases come from here. */
const DATABASE = 'tests/support/cluster.ts';

const find = (patterns: readonly string[]) => globSync([...patterns], { cwd: ROOT });

describe('projects', () => {
  it('name files that exist', () => {
    const patterns = [...UNIT, ...PARTS, ...COMPONENTS, ...BROWSER, ...SLOW, ...Object.keys(COMPILING)];
    expect(patterns.filter((pattern) => find([pattern]).length === 0)).toEqual([]);
  });

  it('list as touched exactly the tests of components that use a touch screen', () => {
    const touching = find(COMPONENTS).filter((test) =>
      readFileSync(join(ROOT, test), 'utf8').includes('holdPhone('),
    );
    expect(touching.length).toBeGreaterThan(0);
    expect(find(TOUCHED).sort()).toEqual(touching.sort());
  });

  it('list as parts exactly the tests of the server that need no database', () => {
    const imports = readImports(ROOT);
    const others = new Set([
      ...find([...UNIT, ...COMPONENTS, ...BROWSER, ...SLOW]),
      ...Object.keys(COMPILING),
    ]);
    const ofServer = find(['tests/**/*.test.ts']).filter((test) => !others.has(test));
    const withoutDatabase = ofServer.filter((test) => !collectReachable(imports, test).has(DATABASE));
    expect(withoutDatabase.length).toBeGreaterThan(0);
    expect(find(PARTS).sort()).toEqual(withoutDatabase.sort());
  });
});
