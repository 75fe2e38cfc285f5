import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startRepeatingJobs } from '#server/jobs/repeating.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';
import { collectStatements, noteStatements } from '../support/statements.ts';

/** How many statements a worker that has nothing to do sends in a minute. */
type Budget = { readonly idleStatementsPerMinute: number };

const BUDGET = JSON.parse(
  readFileSync(new URL('../../bench/budget.json', import.meta.url), 'utf8'),
) as Budget;
const TICK_MS = 1_000;
const MINUTE = 60;
/** Several, since the end of a round may fall into the next minute. */
const MINUTES = 3;
/** A round is over once no statement has been running for so many turns of the event loop. */
const QUIET_TURNS = 20;

const api = useApi({ alone: true });
const owner = useOwner(api);

beforeAll(() => noteStatements(api, owner.sql));
afterEach(() => vi.useRealTimers());

it('sends few statements while there is nothing to do', async () => {
  // Jobs do less while the clock is ahead of the database's.
  api.clock.now = new Date();
  // Only the jobs' own clock: whatever they wait for takes the time that it takes.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const repeating = startRepeatingJobs(api.services, 'workers');
  try {
    // The first rounds look at everything.
    await passMinutes(1);
    const { statements } = await collectStatements(owner.sql, () => passMinutes(MINUTES));
    const counts = Object.entries(Object.groupBy(statements, ({ text }) => text))
      .map(([text, sent = []]) => `${sent.length} ${text.replaceAll(/\s+/g, ' ')}`)
      .sort((one, other) => parseInt(other) - parseInt(one));
    const asked = statements.filter(({ text }) => text.includes('due_work'));
    expect(asked).toHaveLength(MINUTES * MINUTE);
    expect(statements.length / MINUTES, counts.join('\n')).toBeLessThanOrEqual(
      BUDGET.idleStatementsPerMinute,
    );
  } finally {
    await Promise.all(repeating.map(({ stop }) => stop()));
  }
});

async function passMinutes(minutes: number): Promise<void> {
  for (let tick = 0; tick < minutes * MINUTE; tick += 1) {
    vi.advanceTimersByTime(TICK_MS);
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await turn();
      if (api.services.db.pool().busy > 0) quiet = 0;
    }
  }
}
