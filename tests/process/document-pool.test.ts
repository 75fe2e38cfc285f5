import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DocumentPool } from '#server/process/document-pool.ts';
import type { ReadRequest } from '#server/pdf/intake/read-upload.ts';
import { onePage, scratchDirectory, writtenTo } from '../support/pdf.ts';
import { sandboxedProcesses } from '../support/sandboxed-processes.ts';
import { TESTER } from '../support/tester.ts';

const PROGRAM = new URL('../support/hostile-intake-process.ts', import.meta.url);
const MEBIBYTE = 1024 * 1024;

let scratch: ReturnType<typeof scratchDirectory>;
let pool: DocumentPool<ReadRequest, unknown>;
beforeEach(() => {
  scratch = scratchDirectory();
});
afterEach(async () => {
  vi.useRealTimers();
  await pool.close();
  scratch.remove();
});

/** A pool of at most three processes, one of them spare, and a function that reads a document with it. */
function open(idleMs: number) {
  pool = new DocumentPool({
    program: PROGRAM,
    processes: 3,
    spare: 1,
    idleMs,
    memoryBytes: 1024 * MEBIBYTE,
    files: ({ sourcePath, targetPath }) => ({ reads: [sourcePath], writes: [targetPath] }),
  });
  let count = 0;
  return async () => {
    const sourcePath = writtenTo(scratch.path, `${(count += 1)}.pdf`, onePage({}));
    const targetPath = join(scratch.path, `${count}-target.pdf`);
    const request = { sourcePath, targetPath, maxBytes: MEBIBYTE, maxPages: 10 };
    return await pool.work({ request, timeoutMs: 20_000, size: 1, requester: TESTER });
  };
}
const directories = () => new Set(sandboxedProcesses(PROGRAM).map(({ directory }) => directory));

describe.runIf(process.platform === 'linux')('processes that have nothing to do', () => {
  it('end, but for the spare ones', async () => {
    const read = open(500);
    const answers = await Promise.all([read(), read(), read()]);
    expect(answers.map(({ kind }) => kind)).toEqual(['outcome', 'outcome', 'outcome']);
    await vi.waitFor(() => expect(directories().size).toBe(1), 20_000);
    expect(await read()).toMatchObject({ kind: 'outcome' });
  });

  it('get no document while they are ending', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const read = open(60_000);
    await Promise.all([read(), read(), read()]);
    vi.advanceTimersByTime(60_000);
    expect(await read()).toMatchObject({ kind: 'outcome' });
  });

  it('stay as long as they are used: the last one is used again', async () => {
    const read = open(60_000);
    await read();
    const used = directories();
    for (let turn = 0; turn < 4; turn += 1) await read();
    expect(directories()).toEqual(used);
  });
});
