import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabaseClock, readDatabaseTime } from '#server/db/clock/database-clock.ts';
import { useApi } from '../../support/api.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const api = useApi();
/** How far the process's clocks are moved. Moving both looks like a database whose clock jumps. */
const moved = { machineMs: 0, monotonicMs: 0 };
let opened: { readonly close: () => void }[] = [];
afterEach(() => {
  for (const one of opened) one.close();
  opened = [];
  Object.assign(moved, { machineMs: 0, monotonicMs: 0 });
});

async function open() {
  const jumps: number[] = [];
  const followed = await openDatabaseClock(api.services.db, {
    machine: () => new Date(Date.now() + moved.machineMs),
    monotonic: () => performance.now() + moved.monotonicMs,
    onJump: (byMs) => jumps.push(Math.round(byMs / HOUR_MS)),
  });
  opened.push(followed);
  const database = await readDatabaseTime(api.services.db);
  /** How many hours the clock is ahead of the database's. */
  const ahead = () => Math.round((followed.clock().getTime() - database().getTime()) / HOUR_MS) + 0;
  return { ...followed, ahead, jumps };
}

describe('the clock of evidence', () => {
  it.each([0, 10 * DAY_MS, -10 * DAY_MS])(
    'has the database’s time on a machine that is off by %i ms',
    async (off) => {
      moved.machineMs = off;
      const clock = await open();
      await clock.follow();
      expect([clock.ahead(), clock.hasJumped(), clock.jumps]).toEqual([0, false, []]);
    },
  );

  it('isn’t moved by a machine’s clock that is set', async () => {
    const clock = await open();
    for (const machineMs of [DAY_MS, -DAY_MS, 0]) {
      moved.machineMs = machineMs;
      await clock.follow();
      expect([clock.ahead(), clock.hasJumped()]).toEqual([0, false]);
    }
  });

  it.each([0, 10 * DAY_MS])(
    'follows the database once the process was suspended, on a machine that is off by %i ms',
    async (off) => {
      moved.machineMs = off;
      const clock = await open();
      moved.monotonicMs = -2 * HOUR_MS;
      expect(clock.ahead()).toBe(-2);
      await clock.follow();
      expect([clock.ahead(), clock.hasJumped(), clock.jumps]).toEqual([0, false, []]);
    },
  );

  it('doesn’t follow a database whose clock jumps, and says so once', async () => {
    const clock = await open();
    Object.assign(moved, { machineMs: -2 * HOUR_MS, monotonicMs: -2 * HOUR_MS });
    await clock.follow();
    await clock.follow();
    expect([clock.ahead(), clock.hasJumped(), clock.jumps]).toEqual([-2, true, [2]]);
    // The database's clock is correct again.
    Object.assign(moved, { machineMs: 0, monotonicMs: 0 });
    await clock.follow();
    expect([clock.ahead(), clock.hasJumped(), clock.jumps]).toEqual([0, false, [2]]);
  });

  it('follows it when the machine’s clock was wrong in the same way, and is set as well', async () => {
    const clock = await open();
    Object.assign(moved, { machineMs: -2 * HOUR_MS, monotonicMs: -2 * HOUR_MS });
    await clock.follow();
    moved.machineMs = 0;
    await clock.follow();
    expect([clock.ahead(), clock.hasJumped()]).toEqual([0, false]);
  });
});
