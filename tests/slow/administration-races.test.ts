import { describe, expect, it } from 'vitest';
import { WRITE_NAMES, writeAtOnce } from '../support/administration-writes.ts';
import { useApi } from '../support/api.ts';
import { countConflicts, countDeadlocks } from '../support/conflicts.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
const EACH = 4;

describe.each(WRITE_NAMES)('%s', (name) => {
  it('fails beside no other write, and the database aborts neither', { timeout: 600_000 }, async () => {
    const others = WRITE_NAMES.slice(WRITE_NAMES.indexOf(name));
    for (const other of others) {
      const answers = await writeAtOnce(api, [...new Set([name, other])], EACH);
      expect(
        [...answers.values()].flat().filter((status) => status >= 500),
        other,
      ).toEqual([]);
      expect(await countConflicts(api), other).toBe(0);
    }
  });
});

it('the database has seen no deadlock', async () => {
  expect(await countDeadlocks(api, owner.sql)).toBe(0);
});
