import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTextFinder } from '#server/pdf/text/text-finder.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { scratchDirectory } from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';

const scratch = scratchDirectory();
const path = join(scratch.path, 'plain.pdf');
writeFileSync(path, await plainPdf(2));
afterAll(() => scratch.remove());

const SIZE = { width: 100, height: 20 };
const request = { path, sha256: 'plain', pages: 2, anchors: [{ anchor: { text: 'Page 2' }, size: SIZE }] };

describe('the process that finds texts', () => {
  it('finds the places of anchors, and again without reading the document again', async () => {
    const finder = openTextFinder();
    const found = [{ kind: 'found', spots: [{ page: 2 }] }];
    expect(await finder.find(TESTER, request)).toMatchObject(found);
    expect(await finder.find(TESTER, { ...request, path: join(scratch.path, 'gone.pdf') })).toMatchObject(
      found,
    );
    await expect(finder.find(TESTER, { ...request, sha256: 'other', path: 'gone.pdf' })).rejects.toThrow(
      'gone.pdf',
    );
    await finder.close();
  });

  it('reads the words of a document, and its pages', async () => {
    const finder = openTextFinder();
    expect(await finder.searchText(TESTER, { path, sha256: 'words', pages: 2 })).toEqual({
      words: expect.arrayContaining(['page', '2']),
      pages: [expect.stringContaining('Page 1'), expect.stringContaining('Page 2')],
    });
    await finder.close();
  });

  it('is killed when it takes too long, and when the program ends', async () => {
    const program = new URL('../../support/hanging-reading-process.ts', import.meta.url);
    const hasty = openTextFinder({ program, timeoutMs: 500 });
    expect(await hasty.find(TESTER, request)).toBeNull();
    expect(await hasty.searchText(TESTER, request)).toBeNull();
    await hasty.close();
    const finder = openTextFinder({ program });
    const waiting = Promise.allSettled([finder.find(TESTER, request), finder.find(TESTER, request)]);
    await finder.close();
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
