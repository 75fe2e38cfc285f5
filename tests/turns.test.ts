import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SLOW } from './projects.ts';
import { ALWAYS, findTurn, TURNS } from './turns.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const find = (pattern: string | readonly string[]) =>
  globSync(typeof pattern === 'string' ? pattern : [...pattern], { cwd: ROOT });

describe('turns', () => {
  it('name files and folders that exist', () => {
    const names = [...ALWAYS, ...Object.values(TURNS).flat()];
    const missing = names.filter(
      (name) => find(name.endsWith('/') ? `${name}**/*.test.ts` : name).length === 0,
    );
    expect(missing).toEqual([]);
  });

  it('take all drills', () => {
    expect(find(SLOW).filter((test) => findTurn(test) === null)).toEqual([]);
  });

  it('take a file that they name out of a folder that always runs', () => {
    expect(findTurn('tests/journeys/first-minutes.test.ts')).toBeNull();
    expect(findTurn('tests/journeys/slow-scan.test.ts')).toBe('pages');
    expect(findTurn('tests/journeys/years-later.test.ts')).toBe('evidence');
  });

  it('leave ten journeys that always run', () => {
    expect(find('tests/journeys/*.test.ts').filter((test) => findTurn(test) === null)).toHaveLength(10);
  });

  it('each take some of the others', () => {
    const turns = new Set(find('tests/**/*.test.ts').map(findTurn));
    expect([...turns].sort()).toEqual([null, ...Object.keys(TURNS)].sort());
  });
});
