import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { ConversionInterrupted, openConverter, type Converter } from '#server/conversion/converter.ts';
import { createWasmDriver } from '#server/conversion/wasm.ts';
import { docx } from '../../support/docx.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { busyProcesses } from '../../support/sandboxed-processes.ts';
import { requestOf } from '../../support/tester.ts';

const HOSTILE = new URL('../../support/hostile-conversion-process.ts', import.meta.url);
const NEVER_MS = 600_000;
const CONVERTED = { ok: true, driver: 'wasm' };

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => (scratch = scratchDirectory()));
afterAll(() => scratch.remove());

type Options = { readonly workers: number; readonly timeoutMs: number; readonly waitingMax?: number };

async function converting(
  { workers, ...options }: Options,
  use: (parts: ReturnType<typeof partsOf>) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const converter = openConverter({
    workers: Array.from({ length: workers }, () => [createWasmDriver({ program: HOSTILE })]),
    ...options,
    onFault: (fault) => faults.push(fault),
  });
  try {
    await use(partsOf(converter, faults));
  } finally {
    await converter.close();
  }
}

function partsOf(converter: Converter, faults: readonly string[]) {
  const done: string[] = [];
  return {
    converter,
    faults,
    done,
    convert: (organizationId: string, name: string) => {
      const source = writtenTo(scratch.path, name, docx('Hello'));
      const result = converter.convert(requestOf(organizationId), source, `${source}.pdf`);
      const note = () => void done.push(name);
      result.then(note, note);
      const started = () => vi.waitFor(() => expect(busyProcesses(HOSTILE, name)).not.toEqual([]), 20_000);
      return { result, started };
    },
  };
}

describe('Word files of another organization', () => {
  it('are converted while three of one organization never end', async () => {
    await converting({ workers: 2, timeoutMs: NEVER_MS }, async ({ convert, converter, done }) => {
      const hostile = [1, 2, 3].map((index) => convert('org_a', `never-${index}-hang.docx`));
      await hostile[0]?.started();
      for (const name of ['one.docx', 'two.docx'])
        expect(await convert('org_b', name).result).toEqual(CONVERTED);
      expect(done).toEqual(['one.docx', 'two.docx']);
      const ends = Promise.allSettled(hostile.map(({ result }) => result));
      await converter.close();
      for (const end of await ends)
        expect(end).toMatchObject({ status: 'rejected', reason: { name: 'ConversionInterrupted' } });
    });
  });

  it('take turns with them if there is one worker', async () => {
    await converting({ workers: 1, timeoutMs: 4_000 }, async ({ convert, done, faults }) => {
      const hostile = [1, 2, 3].map((index) => convert('org_a', `alone-${index}-hang.docx`));
      await hostile[0]?.started();
      expect(await convert('org_b', 'between.docx').result).toEqual(CONVERTED);
      expect(done).toEqual(['between.docx']);
      expect(faults).toEqual([]);
    });
  });
});

it('tries a file that took too long only once if the file before did as well', async () => {
  await converting({ workers: 1, timeoutMs: 500 }, async ({ convert, faults }) => {
    const timedOut = { ok: false, reason: 'conversion_timeout' };
    expect(await convert('org_a', 'first-hang.docx').result).toEqual(timedOut);
    expect(faults).toHaveLength(2);
    expect(await convert('org_a', 'second-hang.docx').result).toEqual(timedOut);
    expect(faults).toHaveLength(3);
    expect(await convert('org_a', 'fine.docx').result).toEqual(CONVERTED);
    expect(await convert('org_a', 'third-hang.docx').result).toEqual(timedOut);
    expect(faults).toHaveLength(5);
  });
});

it('refuses an organization that has too many waiting', async () => {
  await converting({ workers: 2, timeoutMs: NEVER_MS, waitingMax: 1 }, async ({ convert, converter }) => {
    const running = convert('org_a', 'crowd-hang.docx');
    await running.started();
    const waiting = convert('org_a', 'crowd-waiting.docx');
    const refused = await convert('org_a', 'crowd-refused.docx').result.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: 'rate_limited', details: { reason: 'documents_waiting' } });
    expect(await convert('org_b', 'crowd-other.docx').result).toEqual(CONVERTED);
    const ends = [running, waiting].map(({ result }) =>
      expect(result).rejects.toThrow(ConversionInterrupted),
    );
    await converter.close();
    await Promise.all(ends);
  });
});
