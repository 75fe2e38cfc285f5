import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openIntake, type IntakeOptions } from '#server/pdf/intake/intake.ts';
import { bindToBusy, canBeBusy, occupyProcessor, onBusy } from '../../support/busy-processor.ts';
import { onePage, scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { sandboxedProcesses } from '../../support/sandboxed-processes.ts';
import { TESTER } from '../../support/tester.ts';

const PROGRAM = new URL('../../support/hostile-intake-process.ts', import.meta.url);
const COMPARES = fileURLToPath(new URL('../../support/compared-pages.ts', import.meta.url));

/** An intake whose processes all run on a busy processor. */
async function busyIntake(others: number, options: IntakeOptions = {}) {
  const scratch = scratchDirectory();
  const intake = openIntake({ processes: 1, program: PROGRAM, ...options });
  onTestFinished(async () => {
    await intake.close();
    scratch.remove();
  });
  let count = 0;
  const read = (name: string) => {
    count += 1;
    const source = writtenTo(scratch.path, `${count}-${name}.pdf`, onePage({ text: `${count}` }));
    return intake.read(TESTER, source, join(scratch.path, `${count}-target.pdf`));
  };
  // Both are ready once each has read a document.
  for (const name of ['one', 'two', 'three']) expect(await read(name)).toMatchObject({ ok: true });
  const processes = () =>
    sandboxedProcesses(PROGRAM)
      .map(({ pid }) => pid)
      .sort();
  occupyProcessor(others);
  processes().forEach(bindToBusy);
  return { read, processes };
}

describe.runIf(canBeBusy)('on a busy machine', () => {
  it('every page of a document is compared', async () => {
    // It gets an eighth of the processor, so what it computes in half of its limit takes four times the limit.
    occupyProcessor(7);
    const { stdout } = await promisify(execFile)(...onBusy(COMPARES, ['30']));
    const { unseen, passedMs, limitMs } = JSON.parse(stdout) as Record<
      'unseen' | 'passedMs' | 'limitMs',
      number
    >;
    expect(passedMs).toBeGreaterThan(limitMs);
    expect(unseen).toBe(0);
  });

  it('processes stay, although their documents wait for a processor', async () => {
    const { read, processes } = await busyIntake(3);
    const before = processes();
    const since = performance.now();
    for (const name of ['slow', 'slow', 'slow']) expect(await read(name)).toMatchObject({ ok: true });
    expect(performance.now() - since).toBeGreaterThan(3 * 500);
    expect(processes()).toEqual(before);
  });

  it('a document that would take forever is refused for it', async () => {
    const { read } = await busyIntake(7, { timeoutMs: 500 });
    const since = performance.now();
    expect(await read('hang')).toMatchObject({ ok: false, reason: 'too_complex' });
    // It got an eighth of the processor, so its limit was eight times as long.
    expect(performance.now() - since).toBeGreaterThan(6 * 500);
  });
});
