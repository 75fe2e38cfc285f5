import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWasmDriver } from '#server/conversion/wasm.ts';
import { docx } from '../../support/docx.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';

const SILENT = new URL('../../support/silent-process.ts', import.meta.url);
const COPYING = new URL('../../support/hostile-conversion-process.ts', import.meta.url);

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => (scratch = scratchDirectory()));
afterAll(() => scratch.remove());

it('replaces an engine that stops while it starts', { timeout: 120_000 }, async () => {
  const programs = [SILENT, COPYING];
  const driver = createWasmDriver({
    get program() {
      return programs.shift() ?? COPYING;
    },
    startMs: [3_000, 60_000],
  });
  try {
    const targetPath = join(scratch.path, 'converted.pdf');
    const attempt = await driver.convert({
      sourcePath: writtenTo(scratch.path, 'source.docx', docx('Hello')),
      targetPath,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    expect(attempt).toEqual({ kind: 'converted' });
    expect(programs).toEqual([]);
    expect(existsSync(targetPath)).toBe(true);
  } finally {
    await driver.close();
  }
});
