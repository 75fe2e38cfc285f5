import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PDF, rgb } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIntake, type Intake } from '#server/pdf/intake/intake.ts';
import { measurePage } from '#server/pdf/engine/page-geometry.ts';
import {
  renderedPages,
  scratchDirectory,
  structureFaults,
  textOf,
  uncompressed,
  visibleDifference,
  writtenTo,
} from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../../shared/samples/pdf');
const REFUSED: Record<string, string> = {
  'encrypted-user-password.pdf': 'encrypted',
  'already-signed.pdf': 'already_signed',
  // No viewer finds this page's content, because its objects are too damaged.
  'fuzzed.pdf': 'malformed',
};
const REMOVED: Record<string, string[]> = {
  'embedded-zip.pdf': ['embedded_files'],
  'form-with-javascript.pdf': ['javascript', 'form_fields'],
  'xfa-form.pdf': ['xfa', 'form_fields'],
  'encrypted-owner-password-only.pdf': ['encryption'],
};

const files = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.pdf')) : [];
if (files.length === 0) console.log(`skipped: no sample documents in ${SAMPLES}`);

describe.skipIf(files.length === 0)('sample documents', () => {
  let scratch: ReturnType<typeof scratchDirectory>;
  let intake: Intake;
  beforeAll(() => {
    scratch = scratchDirectory();
    intake = openIntake({ processes: 1 });
  });
  afterAll(async () => {
    await intake.close();
    scratch.remove();
  });

  it.each(files.filter((name) => name in REFUSED))('%s is refused', async (name) => {
    const result = await intake.read(TESTER, join(SAMPLES, name), join(scratch.path, name));
    expect(result).toMatchObject({ ok: false, reason: REFUSED[name] });
  });

  it.each(files.filter((name) => !(name in REFUSED)))(
    '%s looks the same and is ready to be signed',
    async (name) => {
      const source = join(SAMPLES, name);
      const target = join(scratch.path, name);
      const result = await intake.read(TESTER, source, target);
      if (!result.ok) throw new Error(result.message);
      expect(result.notices.map(({ code }) => code)).toEqual(expect.arrayContaining(REMOVED[name] ?? []));
      expect(structureFaults(target)).toBe('');
      expect(uncompressed(target)).not.toMatch(
        /\/(JS|JavaScript|EmbeddedFile|XFA|Launch|AcroForm|OpenAction|AA|EF)\b/,
      );
      expect(readFileSync(target, 'latin1').match(/%%EOF/g)).toHaveLength(1);

      const [before, after] = [renderedPages(source, 2), renderedPages(target, 2)];
      expect(after).toHaveLength(Math.min(2, result.pages.length));
      after.forEach((page, index) => {
        const original = before[index];
        if (!original) throw new Error(`page ${index + 1} was not drawn before`);
        expect(visibleDifference(original, page)).toBeLessThan(0.0005);
      });

      const pdf = await PDF.load(new Uint8Array(readFileSync(target)));
      expect(pdf.canSaveIncrementally()).toBeNull();
      after.forEach((drawnPage, index) => {
        const page = pdf.getPage(index);
        if (!page) throw new Error(`page ${index + 1} is missing`);
        const { visibleWidth, visibleHeight, userUnit } = measurePage(page);
        expect(result.pages[index]).toEqual({
          width: visibleWidth * userUnit,
          height: visibleHeight * userUnit,
        });
        // poppler ignores UserUnit.
        expect(Math.abs(drawnPage.width - (visibleWidth / 72) * 40)).toBeLessThanOrEqual(1);
        expect(Math.abs(drawnPage.height - (visibleHeight / 72) * 40)).toBeLessThanOrEqual(1);
      });
      for (const page of pdf.getPages())
        page.drawRectangle({ x: 1, y: 1, width: 2, height: 2, color: rgb(1, 0, 0) });
      const drawn = writtenTo(scratch.path, `drawn-${name}`, await pdf.save({ incremental: true }));
      expect(textOf(drawn)).toBe(textOf(target));
    },
  );
});
