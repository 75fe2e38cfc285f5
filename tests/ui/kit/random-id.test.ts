import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createRandomId } from '#ui/kit/random-id.ts';

describe('randomId', () => {
  it('returns different UUIDs of version 4', () => {
    const ids = Array.from({ length: 1000 }, createRandomId);
    expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is what pages use, since they are also opened over plain HTTP', () => {
    const root = new URL('../../../src/', import.meta.url);
    const files = globSync(['{ui,routes}/**/*.ts', '{ui,routes}/**/*.svelte'], { cwd: root });
    expect(files.length).toBeGreaterThan(500);
    const insecure = files.filter((file) =>
      readFileSync(new URL(file, root), 'utf8').includes('crypto.randomUUID()'),
    );
    expect(insecure).toEqual([]);
  });
});
