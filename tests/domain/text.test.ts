import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cutTo,
  isVisible,
  toPrintable,
  toPrintableLines,
  isTextRightToLeft,
  withAsciiDigits,
} from '#domain/text.ts';

const FORBIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

describe('printable', () => {
  it.each([
    ['an override', 'Ada \u202egnp.exe\u202c', 'Ada gnp.exe'],
    ['isolates and marks', '\u2067\u200fAda\u2069\u200e\u061c', 'Ada'],
    ['a header', 'Ada\r\nBcc: eve@example.org', 'Ada Bcc: eve@example.org'],
    ['line and paragraph separators', 'a\u2028b\u2029c\u0085d', 'a b c d'],
    ['controls', 'a\u0000b\u0007c\u007fd\u009be', 'abcde'],
    ['zero width', 'pay\u200bpal\ufeff', 'paypal'],
    ['white space', '  a \t\u00a0 b  ', 'a b'],
    ['what is left between removed characters', 'a \u200b b', 'a b'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['a decomposed letter', 'Zoe\u0301', 'Zo\u00e9'],
    ['nothing but invisibles', '\u200b\u202e\n', ''],
  ])('cleans %s', (_name, text, expected) => {
    expect(toPrintable(text)).toBe(expected);
  });

  it.each(['Zoé', 'محمد', 'می\u200cخواهم', 'क्\u200dष', '👩🏽\u200d💻', '山田 太郎', '<b>&amp;"'])(
    'leaves %s as it is',
    (text) => {
      expect(toPrintable(text)).toBe(text);
    },
  );

  it('lets nothing forbidden through, and is done after one pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = toPrintable(text);
        expect(once).not.toMatch(FORBIDDEN);
        expect(toPrintable(once)).toBe(once);
      }),
    );
  });
});

describe('printableLines', () => {
  it('keeps the lines, makes their breaks alike, and cleans each', () => {
    expect(toPrintableLines('Dear\u202e Ada,\r\n\r\nplease\tsign.\u2028Thanks\u0000')).toBe(
      'Dear Ada,\n\nplease sign.\nThanks',
    );
  });
});

describe('readsRightToLeft', () => {
  it.each([
    ['محمد', true],
    ['שרה', true],
    ['1. محمد Ada', true],
    ['Ada محمد', false],
    ['山田', false],
    ['123', false],
    ['', false],
  ])('looks at the first letter of %j', (text, expected) => {
    expect(isTextRightToLeft(text)).toBe(expected);
  });
});

describe('cutTo', () => {
  it.each([
    ['Ada', 3, 'Ada'],
    ['Ada', 2, 'Ad'],
    ['a😀b', 2, 'a😀'],
    ['😀😀', 1, '😀'],
    ['', 5, ''],
  ])('keeps whole code points of %j up to %i', (text, most, expected) => {
    expect(cutTo(text, most)).toBe(expected);
  });
});

describe('withAsciiDigits', () => {
  it.each([
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['12 a', '12 a'],
  ])('writes %s as %s', (text, expected) => expect(withAsciiDigits(text)).toBe(expected));
});

describe('isVisible', () => {
  it.each(['a', ' 7 ', '山', 'می\u200cخواهم', '.', '👩🏽\u200d💻', '\u0301a'])('sees %j', (text) => {
    expect(isVisible(text)).toBe(true);
  });

  it.each([
    '',
    ' \u00a0\u3000',
    '\u200d',
    '\u3164',
    '\uffa0',
    '\u115f\u1160',
    '\u2800',
    '\ufe0f',
    '\u034f',
    '\ue000',
    '\u0378',
    '\u0301',
  ])('sees nothing in %j', (text) => {
    expect(isVisible(text)).toBe(false);
  });
});
