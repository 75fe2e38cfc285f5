import { appendFileSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { openIntake, type Intake, type IntakeOptions } from '#server/pdf/intake/intake.ts';
import { DocumentPool } from '#server/process/document-pool.ts';
import { onePage, scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { busyProcesses } from '../../support/sandboxed-processes.ts';
import { requestOf } from '../../support/tester.ts';

const HOSTILE = new URL('../../support/hostile-intake-process.ts', import.meta.url);
const NEVER_MS = 600_000;
const MEBIBYTE = 1024 * 1024;

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => (scratch = scratchDirectory()));
afterAll(() => scratch.remove());

async function withIntake(options: IntakeOptions, use: (intake: Intake) => Promise<void>): Promise<void> {
  const intake = openIntake({ program: HOSTILE, ...options });
  try {
    await use(intake);
  } finally {
    await intake.close();
  }
}

const written = (name: string) => writtenTo(scratch.path, name, onePage({}));
const hasStarted = (source: string) =>
  vi.waitFor(() => expect(busyProcesses(HOSTILE, basename(source))).not.toEqual([]), 20_000);

/** Has documents read. Records the names of finished ones, and why some weren't read. */
function reading(intake: Intake) {
  const done: string[] = [];
  const failures: unknown[] = [];
  return {
    done,
    failures,
    read: (organizationId: string, name: string) => {
      const source = written(name);
      if (name.endsWith('once.pdf')) appendFileSync(source, '% hang');
      const result = intake.read(requestOf(organizationId), source, `${source}.target`);
      const note = () => void done.push(name);
      result.then(note, (error: unknown) => {
        note();
        failures.push(error);
      });
      return { source, result };
    },
  };
}

describe('documents of another organization', () => {
  it('are read while eight of one organization never end', async () => {
    await withIntake({ timeoutMs: NEVER_MS }, async (intake) => {
      const { done, failures, read } = reading(intake);
      const hostile = Array.from({ length: 8 }, (_, index) => read('org_a', `eight-${index}-hang.pdf`));
      // Their sizes are looked up in parallel, so any two of them may be first.
      await vi.waitFor(() => {
        expect(failures).toEqual([]);
        const busy = hostile.filter(({ source }) => busyProcesses(HOSTILE, basename(source)).length > 0);
        expect(busy).toHaveLength(2);
      }, 25_000);
      for (const name of ['first.pdf', 'second.pdf', 'third.pdf'])
        expect(await read('org_b', name).result).toMatchObject({ ok: true });
      expect(done).toEqual(['first.pdf', 'second.pdf', 'third.pdf']);
      await intake.close();
      const ends = await Promise.allSettled(hostile.map(({ result }) => result));
      expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    });
  });

  it('interrupt one whose turn is over, even if there is one process', async () => {
    await withIntake({ timeoutMs: NEVER_MS, processes: 1 }, async (intake) => {
      const { done, read } = reading(intake);
      const { source } = read('org_a', 'alone-hang.pdf');
      await hasStarted(source);
      expect(await read('org_b', 'behind.pdf').result).toMatchObject({ ok: true });
      expect(done).toEqual(['behind.pdf']);
    });
  });

  it('do not cost an interrupted document its place', async () => {
    await withIntake({ timeoutMs: NEVER_MS, processes: 2 }, async (intake) => {
      const { read } = reading(intake);
      const first = read('org_a', 'occupying-hang.pdf');
      await hasStarted(first.source);
      const second = read('org_a', 'interrupted-once.pdf');
      await hasStarted(second.source);
      written('interrupted-once.pdf');
      expect(await read('org_b', 'interrupting.pdf').result).toMatchObject({ ok: true });
      expect(existsSync(`${second.source}.target`)).toBe(false);
      for (const { pid } of busyProcesses(HOSTILE, 'occupying-hang.pdf')) process.kill(pid, 'SIGSEGV');
      expect(await first.result).toMatchObject({ ok: false, reason: 'malformed' });
      expect(await second.result).toMatchObject({ ok: true });
    });
  });
});

describe('an organization with too much waiting', () => {
  it('is refused, unlike its jobs and other organizations', async () => {
    await withIntake({ timeoutMs: NEVER_MS, processes: 1, waitingMax: 1 }, async (intake) => {
      const { read } = reading(intake);
      const running = read('org_a', 'crowd-hang.pdf');
      await hasStarted(running.source);
      const waiting = read('org_a', 'crowd-waiting-hang.pdf');
      const refused = await read('org_a', 'crowd-refused.pdf').result.catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Refusal);
      expect(refused).toMatchObject({
        code: 'rate_limited',
        details: { limit: 1, reason: 'documents_waiting', retryAfterSeconds: 10 },
      });
      const source = written('crowd-job.pdf');
      const job = intake.read({ organizationId: 'org_a', waiting: 'job' }, source, `${source}.target`);
      expect(await read('org_b', 'crowd-other.pdf').result).toMatchObject({ ok: true });
      const ends = Promise.allSettled([running.result, waiting.result, job]);
      await intake.close();
      expect(await ends).toMatchObject(
        Array.from({ length: 3 }, () => ({ reason: { message: 'the intake is closed' } })),
      );
    });
  });
});

it('stops for a requester who no longer waits, running or waiting', async () => {
  const pool = new DocumentPool<{ sourcePath: string }, unknown>({
    ...{ program: HOSTILE, processes: 1, keepsOneReady: false, memoryBytes: 1024 * MEBIBYTE },
    files: ({ sourcePath }) => ({ reads: [sourcePath], writes: [] }),
  });
  const gone = new AbortController();
  const work = (sourcePath: string) =>
    pool.work({
      request: { sourcePath },
      timeoutMs: NEVER_MS,
      size: 1,
      requester: requestOf('org_a', gone.signal),
    });
  const source = join(scratch.path, 'gone-hang.pdf');
  const both = [work(source), work(join(scratch.path, 'gone-behind.pdf'))];
  await hasStarted(source);
  gone.abort();
  expect(await Promise.all(both)).toEqual([{ kind: 'aborted' }, { kind: 'aborted' }]);
  expect(await work(source)).toEqual({ kind: 'aborted' });
  await vi.waitFor(() => expect(busyProcesses(HOSTILE, 'gone-hang.pdf')).toEqual([]));
  await pool.close();
});
