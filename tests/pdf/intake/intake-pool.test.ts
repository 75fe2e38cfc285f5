import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { openIntake, type Intake } from '#server/pdf/intake/intake.ts';
import { busyProcesses, sandboxedProcesses } from '../../support/sandboxed-processes.ts';
import { onePage, scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';

const MEBIBYTE = 1024 * 1024;
const HOSTILE = new URL('../../support/hostile-intake-process.ts', import.meta.url);

let scratch: ReturnType<typeof scratchDirectory>;
let intake: Intake;
beforeAll(() => {
  scratch = scratchDirectory();
  intake = openIntake();
});
afterAll(async () => {
  await intake.close();
  scratch.remove();
});

let count = 0;
function read(bytes: Uint8Array) {
  count += 1;
  const sourcePath = writtenTo(scratch.path, `${count}.pdf`, bytes);
  return intake.read(TESTER, sourcePath, join(scratch.path, `${count}-target.pdf`));
}

describe('the pool', () => {
  it.each([
    ['hang', 'too_complex'],
    ['hog', 'too_complex'],
    ['heap', 'too_complex'],
    ['crash', 'malformed'],
    ['exit', 'malformed'],
  ])('survives a document that makes its process %s', async (name, reason) => {
    const pool = openIntake({
      processes: 1,
      memoryBytes: 700 * MEBIBYTE,
      timeoutMs: name === 'hang' ? 1_000 : 20_000,
      program: HOSTILE,
    });
    try {
      const bad = writtenTo(scratch.path, `${name}.pdf`, onePage({}));
      const good = writtenTo(scratch.path, `${name}-after.pdf`, onePage({}));
      const target = join(scratch.path, `pool-${name}.pdf`);
      const [refused, taken] = await Promise.all([
        // On a busy machine, a long task may not even get the processor time it's allowed.
        pool.read(TESTER, bad, target).catch((error: unknown) => toRefusal(error)?.code),
        pool.read(TESTER, good, `${target}.good`),
      ]);
      if (name !== 'hang' || refused !== 'unavailable') expect(refused).toMatchObject({ ok: false, reason });
      expect(taken.ok).toBe(true);
      expect(existsSync(target)).toBe(false);
      const directories = () => new Set(sandboxedProcesses(HOSTILE).map(({ directory }) => directory));
      // The working process and a spare one.
      await vi.waitFor(() => expect(directories().size).toBe(2));
    } finally {
      await pool.close();
    }
    await vi.waitFor(() => expect(sandboxedProcesses(HOSTILE)).toEqual([]));
  });

  it('fails, and does not blame the document, when a file cannot be read or written', async () => {
    await expect(
      intake.read(TESTER, join(scratch.path, 'absent.pdf'), join(scratch.path, 'x')),
    ).rejects.toThrow('ENOENT');
    const source = writtenTo(scratch.path, 'fine.pdf', onePage({}));
    await expect(intake.read(TESTER, source, join(scratch.path, 'absent', 'x.pdf'))).rejects.toThrow(
      'ENOENT',
    );
    expect((await read(onePage({}))).ok).toBe(true);
  });

  it('fails, and does not blame the document, when its program does not start', async () => {
    const pool = openIntake({ program: new URL('./absent.ts', import.meta.url) });
    const source = writtenTo(scratch.path, 'innocent.pdf', onePage({}));
    await expect(pool.read(TESTER, source, `${source}.target`)).rejects.toThrow('did not start');
    await expect(pool.read(TESTER, source, `${source}.target`)).rejects.toThrow('did not start');
    await pool.close();
  });

  it('takes many documents at once with two processes', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => read(onePage({ text: `${index}` }))),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(new Set(results.map((result) => result.ok && result.sha256)).size).toBe(20);
  });

  it('takes no document after it was closed', async () => {
    const pool = openIntake();
    await pool.close();
    await expect(pool.read(TESTER, 'a', 'b')).rejects.toThrow('closed');
  });

  it('leaves no busy process behind when its parent is killed', async () => {
    const source = writtenTo(scratch.path, 'parent-hang.pdf', onePage({}));
    const program = fileURLToPath(new URL('../../support/intake-parent.ts', import.meta.url));
    const parent = spawn(process.execPath, [program, source, `${source}.target`], { stdio: 'ignore' });
    await vi.waitFor(() => expect(busyProcesses(HOSTILE, 'parent-hang.pdf')).not.toEqual([]), 20_000);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(busyProcesses(HOSTILE, 'parent-hang.pdf')).toEqual([]), 5_000);
  });
});
