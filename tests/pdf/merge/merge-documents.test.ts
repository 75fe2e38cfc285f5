import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { mergeIntoPlace } from '#server/pdf/intake/merge-into-place.ts';
import { readIntoPlace } from '#server/pdf/intake/read-upload.ts';
import { mergeDocuments } from '#server/pdf/merge/merge-documents.ts';
import {
  manyPages,
  onePage,
  rawPdf,
  renderedPages,
  scratchDirectory,
  structureFaults,
  textOf,
  uncompressed,
  visibleDifference,
  writtenTo,
} from '../../support/pdf.ts';

const scratch = scratchDirectory();
afterAll(scratch.remove);
const LIMITS = { maxBytes: 50 * 1024 * 1024, maxPages: 2000 };
let made = 0;

/** A document as prepared by intake. */
async function prepared(bytes: Uint8Array): Promise<Uint8Array> {
  const sourcePath = writtenTo(scratch.path, `source-${(made += 1)}.pdf`, bytes);
  const targetPath = join(scratch.path, `prepared-${made}.pdf`);
  const { result } = await readIntoPlace({
    sourcePath,
    targetPath,
    ...LIMITS,
  });
  if (!result.ok) throw new Error(result.message);
  return readFileSync(targetPath);
}

async function merged(...documents: Uint8Array[]): Promise<Uint8Array> {
  const parts = documents.map((bytes, index) => ({ bytes, title: `File ${index + 1}.pdf` }));
  return (await mergeDocuments(parts, 2000)).bytes;
}

/** Returns the whole file as uncompressed text. */
function plain(bytes: Uint8Array): string {
  return uncompressed(writtenTo(scratch.path, `merged-${(made += 1)}.pdf`, bytes));
}

const OUTLINED = rawPdf([
  '<</Type /Catalog /Pages 2 0 R /Outlines 6 0 R /Dests <</Start [3 0 R /Fit]>> /PageLabels <</Nums [0 <</S /r>>]>>>>',
  '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>
    /Annots [<</Type /Annot /Subtype /Link /Rect [10 10 60 30] /Border [0 0 0] /Dest /Start>>]>>`,
  { dict: '', stream: 'BT /F1 18 Tf 20 150 Td (Outlined) Tj ET' },
  '<</Type /Font /Subtype /Type1 /BaseFont /Times-Roman>>',
  '<</Type /Outlines /First 7 0 R /Last 7 0 R /Count 1>>',
  '<</Title (Chapter) /Parent 6 0 R /Dest /Start>>',
]);

const TAGGED = rawPdf([
  '<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /Lang (de) /StructTreeRoot 6 0 R>>',
  '<</Type /Pages /Kids [3 0 R] /Count 1>>',
  '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /StructParents 0 /Resources <</Font <</F1 5 0 R>>>>>>',
  { dict: '', stream: '/P <</MCID 0>> BDC BT /F1 18 Tf 20 150 Td (Tagged) Tj ET EMC' },
  '<</Type /Font /Subtype /Type1 /BaseFont /Courier>>',
  '<</Type /StructTreeRoot /K 7 0 R /ParentTree <</Nums [0 [7 0 R]]>> /RoleMap <</Absatz /P>>>>',
  '<</Type /StructElem /S /Absatz /P 6 0 R /Pg 3 0 R /K 0>>',
]);

describe('merging', () => {
  it('keeps every page as it was, one document after another', async () => {
    const parts = await Promise.all(
      [
        onePage({ text: 'First' }),
        manyPages(3),
        OUTLINED,
        TAGGED,
        onePage({ text: 'Last', page: '/Rotate 90' }),
      ].map(prepared),
    );
    const whole = writtenTo(scratch.path, 'whole.pdf', await merged(...parts));
    expect(structureFaults(whole)).toBe('');
    expect(textOf(whole).split(/\s+/).filter(Boolean)).toEqual(['First', 'Outlined', 'Tagged', 'Last']);
    const pages = renderedPages(whole, 7);
    const before = parts.flatMap((part, index) =>
      renderedPages(writtenTo(scratch.path, `part-${index}.pdf`, part), index === 1 ? 3 : 1),
    );
    expect(pages).toHaveLength(before.length);
    pages.forEach((page, index) => {
      const own = before[index];
      expect(own && visibleDifference(page, own), `page ${index + 1}`).toBe(0);
    });
  });

  it('makes the same bytes of the same documents', async () => {
    const parts = [await prepared(onePage({ text: 'One' })), await prepared(TAGGED)];
    expect(Buffer.from(await merged(...parts)).equals(await merged(...parts))).toBe(true);
  });

  it('has an outline entry for each document, with its own outline below', async () => {
    const text = plain(
      await merged(await prepared(onePage({})), await prepared(OUTLINED), await prepared(OUTLINED)),
    );
    expect(text.match(/\/Title \(File \d\.pdf\)/g)).toHaveLength(3);
    expect(text.match(/\/Title \(Chapter\)/g)).toHaveLength(2);
    expect(text).toMatch(/\/Count 3\b[\s\S]*?\/Type \/Outlines/);
    expect(text.match(/\/Count -1\b/g)).toHaveLength(2);
  });

  it('resolves named destinations, which several documents may use for different pages', async () => {
    const whole = await merged(await prepared(OUTLINED), await prepared(OUTLINED));
    const text = plain(whole);
    expect(text).not.toContain('/Start');
    const pages = (await PDFDocument.load(whole)).getPages().map(({ ref }) => ref.toString());
    const targets = [...text.matchAll(/\/Dest \[\s*(\d+ 0 R)/g)].map(([, target]) => target);
    // Two files, two chapters and two links.
    expect(targets).toHaveLength(6);
    expect(new Set(targets).size).toBe(pages.length);
  });

  it('joins page labels, and counts the pages of documents without any', async () => {
    const text = plain(await merged(await prepared(manyPages(2)), await prepared(OUTLINED)));
    expect(text).toMatch(/\/Nums \[\s*0\s+<<\s*\/S \/D\s*>>\s+2\s+<<\s*\/S \/r\s*>>\s*\]/);
    expect(plain(await merged(await prepared(manyPages(2)), await prepared(manyPages(1))))).not.toContain(
      '/PageLabels',
    );
  });

  it('joins the structure of tagged documents', async () => {
    const text = plain(await merged(await prepared(TAGGED), await prepared(TAGGED)));
    expect(text.match(/\/S \/Document\b/g)).toHaveLength(2);
    expect(text.match(/\/StructParents [01]\b/g)?.sort()).toEqual(['/StructParents 0', '/StructParents 1']);
    expect(text).toContain('/ParentTreeNextKey 2');
    expect(text).toMatch(/\/Marked true/);
    expect(text.match(/\/Absatz \/P\b/g)).toHaveLength(1);
    expect(plain(await merged(await prepared(TAGGED), await prepared(onePage({}))))).not.toContain('/Marked');
  });
});

describe('merging into place', () => {
  async function into(documents: readonly Uint8Array[], limits: Partial<typeof LIMITS> = {}) {
    const parts = documents.map((bytes, index) => ({
      path: writtenTo(scratch.path, `into-${(made += 1)}.pdf`, bytes),
      title: `${index}`,
    }));
    const targetPath = join(scratch.path, `into-target-${made}.pdf`);
    const request = { parts, targetPath, ...LIMITS, ...limits };
    return { targetPath, ...(await mergeIntoPlace(request)) };
  }

  it('compares the ink of all pages and says what was written', async () => {
    const parts = [await prepared(onePage({ text: 'One' })), await prepared(OUTLINED)];
    const { result, fault, targetPath } = await into(parts);
    expect(fault).toBeNull();
    const { length } = readFileSync(targetPath);
    expect(result).toMatchObject({ ok: true, pageCount: 2, sizeBytes: length });
  });

  it('refuses more pages or bytes than are allowed', async () => {
    const parts = [await prepared(manyPages(3)), await prepared(onePage({}))];
    expect((await into(parts, { maxPages: 3 })).result).toEqual({ ok: false, reason: 'too_many_pages' });
    expect((await into(parts, { maxBytes: 900 })).result).toEqual({ ok: false, reason: 'too_large' });
  });
});
