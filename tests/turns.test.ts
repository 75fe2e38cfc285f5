import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SLOW } from './projects.ts';
import { findTurn, TURNS } from './turns.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const find = (pattern: string | readonly string[]) => globSync(pattern, { cwd: ROOT });

describe('turns', () => {
  it('name files and folders that exist', () => {
    const names = Object.values(TURNS).flat();
    expect(
      names.filter((name) => find(name.endsWith('/') ? `${name}**/*.test.ts` : name).length === 0),
    ).toEqual([]);
  });

  it('take all drills', () => {
    expect(find(SLOW).filter((test) => findTurn(test) === null)).toEqual([]);
  });
});
