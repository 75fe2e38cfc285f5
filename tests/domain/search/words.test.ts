import { describe, expect, it } from 'vitest';
import {
  collectTextWords,
  formatShownPages,
  isShownWhole,
  listNameWords,
  searchTerms,
} from '#domain/search/words.ts';

const finds = (words: readonly string[], query: string) => {
  const terms = searchTerms(query);
  return terms.length > 0 && terms.every((term) => words.some((word) => word.startsWith(term)));
};

describe('the words of names', () => {
  const words = listNameWords([
    'Mutual NDA · Northwind',
    'vertrag_2026-04.pdf',
    'Łukasz Müller',
    '山田 太郎',
    'Straße',
  ]);

  it.each([
    ...[
      'north',
      'NORTHWIND nda',
      'nda mutual',
      'wind',
      'orthwin',
      '2026',
      '26-04',
      'pdf vertrag',
      'lukasz',
      'MULLER',
    ],
    ...['Müller lukasz', 'Mu\u0308ll', '山田', '田', '太郎', '郎', '山田太郎', 'strasse', 'Straße', 'ＮＤＡ'],
  ])('%s finds them', (query) => {
    expect(finds(words, query)).toBe(true);
  });

  it.each(['northwest', 'nda mutually', '郎太', '山太', 'windy', '·', ''])('%s does not', (query) => {
    expect(finds(words, query)).toBe(false);
  });

  it('stay within what a row may hold', () => {
    expect(listNameWords(Array.from({ length: 3000 }, (_, n) => `person${n * 7919}`)).length).toBe(6000);
    expect(Math.max(...listNameWords(['x'.repeat(500)]).map(({ length }) => length))).toBe(40);
  });
});

describe('the words of a text', () => {
  const words = collectTextWords([
    'This Agreement is governed',
    'by the laws of Genève. 契約書の内容 ราคาสินค้า',
  ]);

  it.each(['agreement', 'AGREE', 'geneve laws', '契約', '内容', '容', 'ราคา', 'gov by'])(
    '%s is in it',
    (query) => {
      expect(finds(words, query)).toBe(true);
    },
  );

  it.each(['greement', 'eneve', '約契'])('%s is not', (query) => {
    expect(finds(words, query)).toBe(false);
  });

  it('are cut at a sane number', () => {
    expect(collectTextWords([Array.from({ length: 9000 }, (_, n) => `w${n}`).join(' ')])).toHaveLength(5000);
  });

  it.each([
    ['of a text', (long: string[]) => collectTextWords(long)],
    ['of names', (long: string[]) => listNameWords(long)],
  ])('%s take at most 400 KB, however many bytes a letter has', (_what, read) => {
    const long = Array.from({ length: 5000 }, (_, n) => `${String(n).padStart(5, '0')}${'한'.repeat(34)}`);
    const bytes = Buffer.byteLength(read(long).join(''));
    expect(bytes).toBeGreaterThan(390_000);
    expect(bytes).toBeLessThanOrEqual(400_000);
  });
});

describe('a query', () => {
  it('looks for each word once, and not for the start of another', () => {
    expect(searchTerms('agree  Agreement agree NDA')).toEqual(['agreement', 'nda']);
  });

  it('has at most eight terms', () => {
    expect(searchTerms('one two three four five six seven eight nine ten')).toHaveLength(8);
  });
});

describe('the shown text of a document', () => {
  it.each<[boolean, string, string[], number]>([
    [true, 'all of its pages', ['one', '', 'three'], 3],
    [false, 'only some of its pages', ['one', 'two'], 3],
    [false, 'a page that was cut', ['one', 'x'.repeat(30_000)], 2],
    [false, 'as much as is kept', Array.from({ length: 25 }, () => 'x'.repeat(16_000)), 25],
    [false, 'nothing of an unreadable document', [], 1],
  ])('is whole: %s for %s', (whole, _what, texts, pageCount) => {
    expect(isShownWhole(formatShownPages(texts), pageCount)).toBe(whole);
  });
});
