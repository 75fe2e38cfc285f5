import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { planGroups } from '../../scripts/test/groups.ts';
import { composeMap } from '../../scripts/test/impact.ts';
import { findTurn, isAssigned, TURNS } from '../turns.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WEBHOOKS = 'tests/jobs/webhooks.test.ts';
const DELIVERY = 'src/server/jobs/webhooks/deliver.ts';
const tests = globSync('tests/**/*.test.ts', { cwd: ROOT }).sort();
const components = globSync('tests/components/**/*.test.ts', { cwd: ROOT });
const map = composeMap(
  'a commit',
  tests.map((test) => ({ test, milliseconds: 1000, sources: test === WEBHOOKS ? [DELIVERY] : [] })),
);

function plan(path: string | null, turn: string | null = null) {
  const changed = path === null ? [] : [{ path, before: path }];
  const groups = planGroups({ root: ROOT, tests, map, changed, goneTexts: [], turn, verified: true });
  return Object.fromEntries(groups.map((group) => [group.title, group]));
}

describe('planGroups', () => {
  it('runs what executes a change of the server, but no components', () => {
    expect(plan(DELIVERY)['what the change touches']?.tests).toEqual([WEBHOOKS]);
  });

  it('runs all components with a change that they may render', () => {
    const affected = plan('src/ui/webhooks/Webhooks.svelte')['what the change touches']?.tests ?? [];
    expect(components.filter((test) => !affected.includes(test))).toEqual([]);
  });

  it('runs components alone for a page that nothing else executes', () => {
    const groups = Object.entries(plan('src/ui/webhooks/Webhooks.svelte'));
    expect(groups.map(([title]) => title)).toEqual(['what always runs', 'what the change touches']);
  });

  it('runs tests that the map doesn’t have', () => {
    const unknown = composeMap('a commit', []);
    const groups = planGroups({
      ...{ root: ROOT, tests, map: unknown, changed: [{ path: 'docs/api.md', before: 'docs/api.md' }] },
      ...{ goneTexts: [], turn: null, verified: true },
    });
    const chosen = groups.flatMap((group) => group.tests);
    expect(chosen).toContain(WEBHOOKS);
    expect(chosen.filter((test) => test.startsWith('tests/slow/') || components.includes(test))).toEqual([]);
  });

  it('tells the drills of a turn from the others, which the change should not affect', () => {
    const groups = plan(null, 'start');
    expect(groups['the turn "start"']?.tests.every(isAssigned)).toBe(true);
    expect(groups['others whose turn it is']).toMatchObject({ isSample: true });
    expect(groups['others whose turn it is']?.tests.some(isAssigned)).toBe(false);
  });

  it('runs everything in one of the turns', () => {
    const chosen = Object.keys(TURNS).flatMap((turn) =>
      Object.values(plan(null, turn)).flatMap((group) => group.tests),
    );
    const always = tests.filter((test) => findTurn(test) === null);
    const unit = tests.filter((test) => !chosen.includes(test) && !always.includes(test));
    expect(unit.filter((test) => /^tests\/(?:slow|components|e2e|api|jobs|db|http)\//.test(test))).toEqual(
      [],
    );
  });
});
