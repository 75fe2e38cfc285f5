import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fitsStyle } from '#domain/envelope/signature-style.ts';
import { getFace, type FontStyle } from '#server/pdf/drawing/text/faces.ts';
import { splitItems } from '#server/pdf/drawing/text/items.ts';
import { measureText } from '#server/pdf/drawing/text/wrap.ts';
import { openThreadLane } from '#server/pdf/engine/thread-lane.ts';
import { BOXES_ON_A_PAGE, drawValues, rowInks, rowTexts } from '../support/drawn-fields.ts';
import { drawRandomText } from '../support/draw-random-text.ts';
import { scratchDirectory } from '../../support/pdf.ts';

/** Values that people enter, in every script that Unicode recommends. */
const VALUES = [
  'José Ñandú Łukasz Đặng',
  'Griffin Officer Flint',
  'M̱ēr X̌ąn',
  'Дмитрий Шостакович',
  'Ἀριστοτέλης Ελλάδα',
  'გიორგი მარგველაშვილი',
  'Արմեն Սարգսյան',
  'አበበ ቢቂላ',
  'יוסף כהן',
  'محمد عبد الله',
  'محمـد',
  'علاء الأسلام لاله بلال',
  'یاسمین می\u200cخواهم',
  'ڈاکٹر علی گھر ے',
  'ދިވެހި',
  'नमस्ते क्षत्रिय',
  'রবীন্দ্রনাথ ঠাকুর',
  'ગુજરાતી',
  'ਪੰਜਾਬੀ',
  'ಕನ್ನಡ',
  'മലയാളം',
  'ଓଡ଼ିଆ',
  'தமிழ்நாடு',
  'తెలుగు',
  'ගිරිධර',
  'สวัสดีครับ ผู้',
  'ລາວ',
  'ភាសាខ្មែរ',
  'မြန်မာစာ',
  'བོད་ཡིག',
  '张伟 汉字',
  '李小龍',
  'やまだ たろう 山田カナ',
  '김철수 한글',
  'Anna 😀 👨‍👩‍👧‍👦 🇩🇪',
  'Anna 𒀀 B',
] as const;

type Drawn = { inks: Awaited<ReturnType<typeof rowInks>>; texts: string[] };

describe.each(['name', 'signature'] as const)('a %s', (type) => {
  const drawn: Drawn = { inks: [], texts: [] };
  const directory = scratchDirectory();
  afterAll(directory.remove);

  beforeAll(async () => {
    for (let start = 0; start < VALUES.length; start += BOXES_ON_A_PAGE) {
      const values = VALUES.slice(start, start + BOXES_ON_A_PAGE).map((value) => ({ type, value }));
      const { bytes } = await drawValues(values);
      const file = join(directory.path, `${start}.pdf`);
      writeFileSync(file, bytes);
      drawn.inks.push(...(await rowInks(bytes, values.length)));
      drawn.texts.push(...rowTexts(file, values.length));
    }
  });

  test.each(VALUES.map((value, index) => ({ value, index })))('$value', ({ value, index }) => {
    const ink = drawn.inks[index];
    expect(ink?.outside).toBe(0);
    expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeGreaterThan(8 + 2 * [...value].length ** 0.5);
    expect(drawn.texts[index]).toBe(value.normalize('NFC'));
  });
});

test('a value that no face has as a whole is drawn in a thread with little memory', async () => {
  const lane = openThreadLane({
    worker: new URL('../support/drawing-worker.ts', import.meta.url),
    ...{ threads: 1, start: 'now', timeLimitMs: 25_000, heapMb: 128 },
  });
  try {
    const pixels = await lane.run<(number | null)[]>('drawnPixels', [
      '🄀🄁🄂 🄐🄑🄒 ⺀⺁',
      '𒀀𒁀',
      '\u200d',
      '\u{10ffff}',
    ]);
    for (const count of pixels) expect(count).toBeGreaterThan(10);
  } finally {
    await lane.close();
  }
});

test('a character without a face is shown as its code and reported', async () => {
  const { boxedCharacters } = await drawValues([{ type: 'name', value: 'A\u{12000}B\ue000' }]);
  expect(boxedCharacters).toEqual(['\u{12000}', '\ue000']);
});

test('a signature uses one handwriting font if it has the letters', () => {
  const widthOf = (text: string, style: 'handwriting' | 'regular') => measureText(text, style, 10).width;
  for (const text of ['Ada Lovelace', 'محمد', 'יוסף', 'नमस्ते'])
    expect(widthOf(text, 'handwriting'), text).not.toBeCloseTo(widthOf(text, 'regular'));
  for (const text of ['Ἀριστοτέλης', '张伟', 'M̱ēr'])
    expect(widthOf(text, 'handwriting'), text).toBeCloseTo(widthOf(text, 'regular'));
});

test('a style of a signature is used if its font has every Latin letter, as the page says', () => {
  const widthOf = (text: string, style: FontStyle) => measureText(text, style, 10).width;
  const fonts = { clear: 'handwrittenDevanagari', bold: 'handwrittenHebrew' } as const;
  for (const style of ['clear', 'bold'] as const) {
    for (let code = 0x41; code < 0x2000; code++) {
      const letter = String.fromCodePoint(code);
      if (!/\p{Script=Latin}/u.test(letter)) continue;
      expect(fitsStyle(letter, style), `${style} ${letter}`).toBe(getFace(fonts[style]).covers(code));
    }
    expect(widthOf('Ada Lovelace', `${style} handwriting`)).not.toBeCloseTo(
      widthOf('Ada Lovelace', 'handwriting'),
    );
    expect(widthOf('Ảda', `${style} handwriting`)).toBeCloseTo(widthOf('Ảda', 'handwriting'));
  }
});

test('a name in kana or ideographs is handwritten if the Japanese font has all of its letters', () => {
  const facesOf = (text: string, style: FontStyle = 'handwriting') => [
    ...new Set(splitItems(text, style, false).map(({ face }) => face?.name)),
  ];
  for (const text of ['山田 太郎', 'さくら', 'ベン・マルチネス', '髙橋 﨑', '李小龍'])
    expect(facesOf(text), text).toEqual(['ZenKurenaido']);
  expect(facesOf('张伟')).toEqual(['NotoSansSC']);
  expect(facesOf('佐藤 伟さん')).toEqual(expect.not.arrayContaining(['ZenKurenaido']));
  expect(facesOf('Ben 山田')).toEqual(['Caveat', 'ZenKurenaido']);
  for (const text of ['山田 太郎', 'さくら', 'ベン・マルチネス'])
    expect(facesOf(text, 'bold handwriting'), text).toEqual(['YuseiMagic']);
  expect(facesOf('Ben 山田', 'bold handwriting')).toEqual(['GveretLevin', 'YuseiMagic']);
  // A letter that only the first style's font has takes the whole name with it.
  expect(facesOf('ヷタナベ', 'bold handwriting')).toEqual(['ZenKurenaido']);
});

test('a style of a signature has its own font for Arabic and for Hebrew, with all letters that the page offers it for', () => {
  const widthOf = (text: string, style: FontStyle) => measureText(text, style, 10).width;
  const fonts = {
    clear: { Arabic: 'clearArabic', Hebrew: 'clearHebrew' },
    bold: { Arabic: 'boldArabic', Hebrew: 'boldHebrew' },
  } as const;
  for (const style of ['clear', 'bold'] as const) {
    for (const [script, face] of Object.entries(fonts[style]))
      for (let code = 0x590; code < 0x700; code++) {
        const letter = String.fromCodePoint(code);
        const pattern = script === 'Arabic' ? /\p{Script=Arabic}/u : /\p{Script=Hebrew}/u;
        if (!pattern.test(letter) || !fitsStyle(letter, style)) continue;
        expect(getFace(face).covers(code), `${style} ${code.toString(16)}`).toBe(true);
      }
    for (const vowels of ['بًٌٍَُِّْ', 'בְֱֲֳִֵֶַָֹֻּֿׁׂ'])
      expect(
        [...vowels].every((mark) =>
          getFace(fonts[style][vowels[0] === 'ب' ? 'Arabic' : 'Hebrew']).covers(mark.codePointAt(0) ?? 0),
        ),
      ).toBe(fitsStyle(vowels, style));
    for (const name of ['ليلى حداد', 'נועה ברק'])
      expect(widthOf(name, `${style} handwriting`), name).not.toBeCloseTo(widthOf(name, 'handwriting'));
  }
});

test('marks without end and very long values are drawn', async () => {
  const values = [
    'a' + '\u0301'.repeat(3000),
    'क्'.repeat(1500),
    'W'.repeat(4000),
    '\u202e'.repeat(500) + 'x',
  ];
  const { bytes } = await drawValues(values.map((value) => ({ type: 'text', value })));
  for (const ink of await rowInks(bytes, values.length)) expect(ink?.outside).toBe(0);
});

test('random text of all of Unicode leaves ink inside its box', { timeout: 120_000 }, async () => {
  expect(await drawRandomText(300, 20_261_122)).toEqual([]);
});
