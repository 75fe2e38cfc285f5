import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  ConversionInterrupted,
  ConversionUnavailable,
  openConverter,
  type Converter,
} from '#server/conversion/converter.ts';
import type { ConversionDriver } from '#server/conversion/driver.ts';
import { createGotenbergDriver } from '#server/conversion/gotenberg.ts';
import { createSofficeDriver } from '#server/conversion/soffice.ts';
import { createWasmDriver } from '#server/conversion/wasm.ts';
import { listDocxDrivers } from '#server/runtime/config/docx-drivers.ts';
import { docx } from '../../support/docx.ts';
import { busyProcesses, sandboxedProcesses } from '../../support/sandboxed-processes.ts';
import { scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { requestOf, TESTER } from '../../support/tester.ts';

const MEBIBYTE = 1024 * 1024;
const HOSTILE = new URL('../../support/hostile-conversion-process.ts', import.meta.url);
const [installed] = listDocxDrivers('soffice', null, process.env['PATH'] ?? '');
if (installed === undefined) console.log('skipped: LibreOffice is not installed');

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => (scratch = scratchDirectory()));
afterAll(() => scratch.remove());

async function converting<T>(
  drivers: readonly ConversionDriver[],
  use: (converter: Converter, faults: string[]) => Promise<T>,
  timeoutMs = 20_000,
): Promise<T> {
  const faults: string[] = [];
  const converter = openConverter({ workers: [drivers], timeoutMs, onFault: (fault) => faults.push(fault) });
  try {
    return await use(converter, faults);
  } finally {
    await converter.close();
  }
}

const source = (name: string) => writtenTo(scratch.path, name, docx('Hello'));
const START_TIMEOUT_MS = 180_000;
/** Words by their script's font. */
const SCRIPTS = {
  SansEthiopic: 'አማርኛ',
  SansTamil: 'தமிழ் மொழி',
  SansBengali: 'বাংলা ভাষা',
  SansTelugu: 'తెలుగు',
  SansKannada: 'ಕನ್ನಡ',
  SansMalayalam: 'മലയാളം',
  SansGujarati: 'ગુજરાતી',
  SansGurmukhi: 'ਪੰਜਾਬੀ',
  SansSinhala: 'සිංහල',
  SansMyanmar: 'မြန်မာ',
  SansKhmer: 'ខ្មែរ',
  SerifTibetan: 'བོད་ཡིག',
  SansThai: 'ไทย',
  SansSC: '中文',
  SansKR: '한국어',
  SansThaana: 'ދިވެހި',
  SansOriya: 'ଓଡ଼ିଆ',
} as const;

const hostile = () => createWasmDriver({ program: HOSTILE, memoryBytes: 400 * MEBIBYTE });

describe('a converter', () => {
  it.each([
    ['hang', 'conversion_timeout', 'time'],
    ['hog', 'too_complex', 'memory'],
    ['crash', 'conversion_failed', 'crash'],
    ['bad', 'conversion_failed', 'refused'],
  ])(
    'stops a document that makes its process %s, retries once, and continues',
    async (name, reason, cause) => {
      await converting(
        [hostile()],
        async (converter, faults) => {
          const path = source(`${name}.docx`);
          const good = source(`${name}-after.docx`);
          const target = join(scratch.path, `${name}.pdf`);
          const [refused, taken] = await Promise.all([
            converter.convert(TESTER, path, target),
            converter.convert(TESTER, good, `${target}.good`),
          ]);
          expect(refused).toEqual({ ok: false, reason });
          expect(faults.map((fault) => fault.split(': ').slice(0, 2))).toEqual([
            ['wasm', cause],
            ['wasm', cause],
          ]);
          expect(existsSync(target)).toBe(false);
          expect(taken).toEqual({ ok: true, driver: 'wasm' });
          const directories = () => new Set(sandboxedProcesses(HOSTILE).map(({ directory }) => directory));
          await vi.waitFor(() => expect(directories().size).toBe(1));
        },
        name === 'hang' ? 1_000 : 20_000,
      );
    },
  );

  it('tries the next driver after the first has failed', async () => {
    const broken: ConversionDriver = {
      name: 'gotenberg',
      convert: async () => ({ kind: 'failed', cause: 'unavailable', fault: 'away' }),
      close: async () => undefined,
    };
    await converting([broken, hostile()], async (converter) => {
      const target = join(scratch.path, 'next.pdf');
      expect(await converter.convert(TESTER, source('next.docx'), target)).toEqual({
        ok: true,
        driver: 'wasm',
      });
    });
    await converting([broken], async (converter) => {
      const target = join(scratch.path, 'away.pdf');
      await expect(converter.convert(TESTER, source('away.docx'), target)).rejects.toThrow(
        ConversionUnavailable,
      );
    });
  });

  it('stops when nobody is waiting, even for queued ones, and converts the next', async () => {
    await converting([hostile()], async (converter) => {
      const waiting = new AbortController();
      const target = join(scratch.path, 'waiting.pdf');
      const path = source('waiting-hang.docx');
      const stopped = [
        converter.convert(requestOf('org_tester', waiting.signal), path, target),
        converter.convert(requestOf('org_tester', waiting.signal), source('behind.docx'), target),
      ];
      await vi.waitFor(() => expect(busyProcesses(HOSTILE, 'waiting-hang.docx')).not.toEqual([]), 10_000);
      waiting.abort();
      await Promise.all(stopped.map((one) => expect(one).rejects.toThrow(ConversionInterrupted)));
      expect((await converter.convert(TESTER, source('afterwards.docx'), target)).ok).toBe(true);
      await vi.waitFor(() => expect(busyProcesses(HOSTILE, 'waiting-hang.docx')).toEqual([]));
    });
  });
});

describe('the LibreOffice that comes along', () => {
  it(
    'prints every script with a font that has it',
    async () => {
      const path = writtenTo(scratch.path, 'scripts.docx', docx(...Object.values(SCRIPTS)));
      const target = join(scratch.path, 'scripts.pdf');
      await converting(
        [createWasmDriver()],
        async (converter) =>
          expect(await converter.convert(TESTER, path, target)).toMatchObject({ ok: true }),
        START_TIMEOUT_MS,
      );
      const fonts = execFileSync('pdffonts', [target]).toString('utf8');
      for (const script of Object.keys(SCRIPTS)) expect(fonts).toContain(`Noto${script}`);
    },
    START_TIMEOUT_MS,
  );
});

describe('the LibreOffice of this machine', () => {
  it.skipIf(installed?.kind !== 'soffice')(
    'converts, and leaves nothing behind when it is too slow',
    async () => {
      if (installed?.kind !== 'soffice') return;
      const { program } = installed;
      await converting([createSofficeDriver(program, { sandbox: 'required' })], async (converter) => {
        const target = join(scratch.path, 'native.pdf');
        expect(await converter.convert(TESTER, source('native.docx'), target)).toEqual({
          ok: true,
          driver: 'soffice',
        });
        expect(textOf(target)).toContain('Hello');
        const damaged = writtenTo(scratch.path, 'damaged.docx', Buffer.from('PK\x03\x04 no document'));
        expect(await converter.convert(TESTER, damaged, target)).toMatchObject({ ok: false });
      });
      await converting(
        [createSofficeDriver(program, { sandbox: 'required' })],
        async (converter) => {
          const result = await converter.convert(TESTER, source('slow.docx'), join(scratch.path, 'slow.pdf'));
          expect(result).toEqual({ ok: false, reason: 'conversion_timeout' });
        },
        50,
      );
      await converting(
        [createSofficeDriver(program, { sandbox: 'required', memoryBytes: 1 })],
        async (converter) => {
          const result = await converter.convert(
            TESTER,
            source('large.docx'),
            join(scratch.path, 'large.pdf'),
          );
          expect(result).toEqual({ ok: false, reason: 'too_complex' });
        },
      );
    },
  );
});

describe('a Gotenberg service', () => {
  let server: Server;
  let answer: { status: number; body: string } = { status: 200, body: '%PDF-1.7' };
  let asked = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked = `${request.method} ${request.url}`;
      request.resume().on('end', () => response.writeHead(answer.status).end(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it.each([
    [200, '%PDF-1.7', { kind: 'converted' }],
    [200, 'x'.repeat(2000), { kind: 'failed', cause: 'memory' }],
    [400, 'no', { kind: 'failed', cause: 'refused' }],
    [500, 'no', { kind: 'failed', cause: 'unavailable' }],
    [503, 'no', { kind: 'failed', cause: 'time' }],
  ])('that answers %i', async (status, body, expected) => {
    answer = { status, body };
    const { port } = server.address() as AddressInfo;
    const path = join(scratch.path, 'gotenberg.docx');
    writeFileSync(path, docx('Hello'));
    const target = join(scratch.path, 'gotenberg.pdf');
    const driver = createGotenbergDriver(`http://127.0.0.1:${port}/office`, 1000);
    const signal = new AbortController().signal;
    const attempt = await driver.convert({ sourcePath: path, targetPath: target, timeoutMs: 5_000, signal });
    expect(attempt).toMatchObject(expected);
    expect(asked).toBe('POST /office/forms/libreoffice/convert');
    if (attempt.kind === 'converted') expect(readFileSync(target, 'utf8')).toBe(body);
  });
});
