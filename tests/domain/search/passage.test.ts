import { describe, expect, it } from 'vitest';
import { findPassage } from '#domain/search/passage.ts';
import { formatShownPages } from '#domain/search/words.ts';

/** Formats a passage as text, with matches in brackets. */
function passage(search: string, ...pages: string[]): string | null {
  const found = findPassage(formatShownPages(pages), search);
  if (found === null) return null;
  const text = found.parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('');
  return `${found.page}: ${text}`;
}

const LONG = `${'Lorem ipsum dolor sit amet. '.repeat(20)}offices at 14 Harbour Street, Portland. ${'Consectetur elit. '.repeat(20)}`;

describe('a passage', () => {
  it.each([
    ['marks whole words by their start', 'harb', ['14 Harbour Street'], '1: 14 [Harbour] Street'],
    ['knows neither case nor accents', 'ZURICH', ['The courts of Zürich'], '1: The courts of [Zürich]'],
    ['reads decomposed letters', 'zürich', ['The courts of Zu\u0308rich'], '1: The courts of [Zürich]'],
    ['knows final letters', 'οδος', ['ΟΔΟΣ 14'], '1: [ΟΔΟΣ] 14'],
    [
      'is on the first page that has all words',
      'harbour street',
      ['Harbour', 'a street', 'Harbour Street'],
      '3: [Harbour] [Street]',
    ],
    [
      'is on the page with most words otherwise',
      'byron harbour street',
      ['Street', 'Harbour Street'],
      '2: [Harbour] [Street]',
    ],
    ['marks characters of Chinese', '委託契約', ['業務委託\n契約書'], '1: 業務[委託契約]書'],
    ['marks a single character', '郎', ['山田 太郎'], '1: 山田太[郎]'],
    ['marks Thai', 'สัญญา', ['หนังสือสัญญาเช่า'], '1: หนังสือ[สัญญา]เช่า'],
    ['marks Arabic', 'عقد', ['هذا عقد إيجار'], '1: هذا [عقد] إيجار'],
    ['keeps markup as text', 'bold', ['<b>bold</b> & more'], '1: <b>[bold]</b> & more'],
  ])('%s', (_what, search, pages, expected) => {
    expect(passage(search, ...pages)).toBe(expected);
  });

  it.each([
    ['harbour', 3],
    ['harbour street', 2],
  ])('says how often its page has %s', (search, matches) => {
    const pages = formatShownPages(['Harbour Street, Harbour, harbours of no street', 'Harbour']);
    expect(findPassage(pages, search)?.matches).toBe(matches);
  });

  it('is cut at words', () => {
    expect(passage('harbour', LONG)).toBe(
      `1: …dolor sit amet. offices at 14 [Harbour] Street, Portland. ${'Consectetur elit. '.repeat(6).trim()} Consectetur…`,
    );
  });

  it('shows where most words stand together', () => {
    expect(passage('street lorem', LONG)).toMatch(/\[Lorem\] ipsum.*\[Street\], Portland/);
  });

  it.each([
    ['harbour', ['Street']],
    ['·', ['a · b']],
    ['harbour', []],
    ['arbour', ['Harbour']],
  ])('is absent for %s in %j', (search, pages) => {
    expect(passage(search, ...pages)).toBeNull();
  });

  it('takes milliseconds in the longest document', () => {
    const pages = formatShownPages(Array.from({ length: 200 }, () => LONG.repeat(8)));
    expect(pages.join('').length).toBeLessThanOrEqual(400_000);
    const start = performance.now();
    for (let turn = 0; turn < 10; turn += 1) findPassage(pages, 'harbour lorem absent');
    expect((performance.now() - start) / 10).toBeLessThan(250);
  });
});
