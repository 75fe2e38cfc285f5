import { expect, it } from 'vitest';
import { FairSlots, type TaskEnd, type Turn } from '#server/process/fair-slots.ts';
import { requestOf } from '../support/tester.ts';

const NEVER_MS = 600_000;
const open = () => new FairSlots({ slots: 2, borrows: true, turnMs: NEVER_MS, waitingMax: 5 });

/** A task that ends when the test says so. */
function task() {
  const end = Promise.withResolvers<'succeeded' | 'cut off'>();
  let limitMs = 0;
  return {
    end: end.resolve,
    limitMs: () => limitMs,
    run: async ({ limited }: Turn): Promise<TaskEnd<null>> => {
      limitMs = limited(1_000);
      return { kind: 'done', value: null, ending: await end.promise };
    },
  };
}

it('shortens time limits after what was cut off, as long as others have work', async () => {
  const slots = open();
  const other = task();
  const others = slots.run(requestOf('org_b'), 1, other.run);
  const limits: number[] = [];
  for (const ending of ['cut off', 'cut off', 'cut off', 'succeeded', 'cut off'] as const) {
    const one = task();
    one.end(ending);
    await slots.run(requestOf('org_a'), 1, one.run);
    limits.push(one.limitMs());
  }
  expect(limits).toEqual([1_000, 500, 250, 250, 1_000]);
  other.end('succeeded');
  await others;
  const alone = task();
  alone.end('succeeded');
  await slots.run(requestOf('org_a'), 1, alone.run);
  expect(alone.limitMs()).toBe(1_000);
});

it('frees the slot of a task that fails', async () => {
  const slots = open();
  const failing = Array.from({ length: 3 }, () =>
    slots.run(requestOf('org_a'), 1, () => Promise.reject(new Error('no disk'))),
  );
  for (const end of await Promise.allSettled(failing)) expect(end.status).toBe('rejected');
  const next = task();
  next.end('succeeded');
  expect(await slots.run(requestOf('org_a'), 1, next.run)).toEqual({ kind: 'done', value: null });
});

it('gives up what waits and takes nothing more once it closes, and waits for what runs', async () => {
  const slots = open();
  const running = [task(), task()];
  const answers = running.map(({ run }) => slots.run(requestOf('org_a'), 1, run));
  const waiting = slots.run(requestOf('org_a'), 1, task().run);
  const closed = slots.close();
  expect(await waiting).toEqual({ kind: 'closed' });
  expect(await slots.run(requestOf('org_b'), 1, task().run)).toEqual({ kind: 'closed' });
  for (const { end } of running) end('succeeded');
  await closed;
  expect(await Promise.all(answers)).toEqual([
    { kind: 'done', value: null },
    { kind: 'done', value: null },
  ]);
});
