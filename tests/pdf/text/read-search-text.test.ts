import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { readSearchText } from '#server/pdf/text/read-search-text.ts';
import { drawValues } from '../support/drawn-fields.ts';
import { scratchDirectory } from '../../support/pdf.ts';

const scratch = scratchDirectory();
afterAll(() => scratch.remove());

let stored = 0;
async function read(bytes: Uint8Array) {
  stored += 1;
  const path = join(scratch.path, `${stored}.pdf`);
  writeFileSync(path, bytes);
  return await readSearchText({ path, sha256: `search ${stored}`, search: true });
}

describe('the text that searches use', () => {
  it('has the words of every page, although only the first pages are shown', async () => {
    const { words, pages } = await read(await longDocument(24));
    // A shown page has at most 20,000 characters, and all together have 400,000.
    expect(pages).toHaveLength(20);
    expect(pages[0]?.slice(0, 23)).toBe('page1 hyphenated filler');
    expect(words.filter((word) => word.startsWith('page'))).toEqual(
      Array.from({ length: 24 }, (_, index) => `page${index + 1}`),
    );
    expect(words).toContain('hyphenated');
  });

  it('is in reading order in every script', async () => {
    const { bytes } = await drawValues([
      { type: 'text', value: 'Signature (חתימה) here' },
      { type: 'text', value: '署名欄' },
    ]);
    const { words, pages } = await read(bytes);
    expect(pages.join(' ')).toContain('Signature (חתימה) here');
    expect(words).toEqual(expect.arrayContaining(['signature', 'חתימה', 'here', '署名', '名欄']));
  });

  it('is empty without any', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    expect(await read(await document.save())).toEqual({ words: [], pages: [''] });
  });
});

/** Makes pages of more than 20,000 characters. Each has a word of its own, and a line that ends within a word. */
async function longDocument(count: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= count; number += 1) {
    const page = document.addPage([2000, 2000]);
    page.drawText(`page${number}`, { x: 10, y: 1980, size: 5, font });
    page.drawText('hyphenated', { x: 10, y: 1970, size: 5, font });
    for (let row = 0; row < 105; row += 1)
      page.drawText('filler '.repeat(30).trim(), { x: 10, y: 1960 - row * 18, size: 10, font });
  }
  return await document.save();
}
