import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readMap } from '../../scripts/test/map-file.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** About as many as a week of work adds. */
const OLDEST_COMMITS = 400;

const map = readMap(ROOT);
const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });

/** If one of these fails, `npm run test:all` renews the map. */
describe('tests/impact.json', () => {
  it('is of this branch, and not too old', () => {
    expect(map).not.toBeNull();
    if (map === null || git('rev-parse', '--is-shallow-repository').stdout.trim() !== 'false') return;
    const { status, stdout } = git('rev-list', '--count', `${map.commit}..HEAD`);
    expect(status).toBe(0);
    expect(Number(stdout)).toBeLessThan(OLDEST_COMMITS);
  });

  it('names files that exist, or that were renamed or removed since', () => {
    const names = [...Object.keys(map?.tests ?? {}), ...Object.keys(map?.sources ?? {})];
    const missing = names.filter((name) => !existsSync(join(ROOT, name)));
    const since = git('diff', '--name-only', '--no-renames', '--diff-filter=D', map?.commit ?? 'HEAD');
    const removed = new Set(since.stdout.split('\n'));
    expect(missing.filter((name) => !removed.has(name))).toEqual([]);
  });
});
