import { describe, expect, it } from 'vitest';
import { Segmenter } from '#ui/older-browsers/segmenter.ts';

const TEXTS = [
  'Ada Lovelace',
  'Ångström e\u0301a\u0308\u0323',
  '鮑勃 ボブ か\u3099',
  '한국 \u1112\u1161\u11AB\u1100\u1173\u11AF',
  'עִבְרִית عَرَبِيّ',
  '👍🏽 👩‍👩‍👧‍👦 🇩🇪🇫🇷 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ❤️ 1️⃣',
  'one\r\ntwo\nthree',
  '',
];

describe('characters, where the browser has no Intl.Segmenter', () => {
  it.each(TEXTS)('are those of Intl.Segmenter: %j', (text) => {
    const today = new Intl.Segmenter('und', { granularity: 'grapheme' });
    const split = (segments: Iterable<{ segment: string }>) => Array.from(segments, ({ segment }) => segment);
    expect(split(new Segmenter().segment(text))).toEqual(split(today.segment(text)));
  });
});
