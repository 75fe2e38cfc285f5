import { describe, expect, it } from 'vitest';
import { listPlainRows } from '#reading/text/plain-rows.ts';
import { toPageText } from '#reading/text/page-text.ts';

/** Adjacent characters, each ten points wide. A space leaves a gap. */
function page(...lines: string[]) {
  const glyphs = lines.flatMap((line, row) =>
    [...line].flatMap((text, column) =>
      text === ' '
        ? []
        : [
            {
              text,
              x: column * 10,
              start: column * 10,
              end: column * 10 + 10,
              y: row * 20,
              width: 10,
              height: 12,
              baseline: row * 20 + 10,
              size: 12,
            },
          ],
    ),
  );
  return toPageText({ number: 1, width: 600, height: 800, glyphs: glyphs as never, turned: [] });
}

describe('the rows of a page', () => {
  it('have spaces between words', () => {
    expect(listPlainRows(page('Mutual NDA', 'Oregon'))).toEqual(['Mutual NDA', 'Oregon']);
  });

  it('have right-to-left words in reading order', () => {
    expect(listPlainRows(page('םולש Ada'))).toEqual(['שלום Ada']);
  });

  it('are none on an empty page', () => {
    expect(listPlainRows(page())).toEqual([]);
  });
});
