import { describe, expect, it } from 'vitest';
import { formatDay, formatInstant, shortenText } from '#server/mail/wording.ts';

describe('shortened', () => {
  const programmer = '👩🏽\u200d💻';

  it('cuts between characters as a reader counts them, never inside one', () => {
    expect(shortenText('abcdef', 6)).toBe('abcdef');
    expect(shortenText('abcdefg', 6)).toBe('abcde…');
    expect(shortenText('abcd efg', 6)).toBe('abcd…');
    expect(shortenText(programmer.repeat(4), 4)).toBe(programmer.repeat(4));
    expect(shortenText(programmer.repeat(5), 4)).toBe(`${programmer.repeat(3)}…`);
    expect(shortenText('e\u0301'.repeat(5), 4)).toBe(`${'e\u0301'.repeat(3)}…`);
  });

  it('is not fooled by one character with endless marks', () => {
    expect(shortenText(`a${'\u0301'.repeat(100_000)}`, 10)).toBe('…');
  });
});

describe('instant', () => {
  it.each([
    ['2026-11-30T14:00:00.000Z', 'November 30, 2026 at 2:00 PM UTC'],
    ['2027-01-01T00:05:59.999Z', 'January 1, 2027 at 12:05 AM UTC'],
  ])('writes %s as %s', (timestamp, text) => {
    for (const timeZone of [null, 'UTC', 'Etc/UTC'])
      expect(formatInstant(timestamp, { language: 'en', timeZone })).toBe(text);
  });

  it.each([
    ['America/Los_Angeles', 'en', 'November 30, 2026 at 6:00 AM (Pacific Time)'],
    ['Europe/Berlin', 'en', 'November 30, 2026 at 3:00 PM (Central European Time)'],
    ['Europe/Berlin', 'de', '30. November 2026 um 15:00 (Mitteleuropäische Zeit)'],
    ['Asia/Tokyo', 'ja', '2026年11月30日 23:00 (日本標準時)'],
    ['Asia/Kathmandu', 'en', 'November 30, 2026 at 7:45 PM (Nepal Time)'],
    ['America/Argentina/Ushuaia', 'ar', '30 نوفمبر 2026 في 11:00 ص (توقيت الأرجنتين الرسمي)'],
  ] as const)('names the zone %s in %s', (timeZone, language, text) => {
    const written = formatInstant('2026-11-30T14:00:00.000Z', { language, timeZone });
    expect(written.replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(text);
  });

  it('writes a day as it is there', () => {
    const late = '2026-11-30T23:30:00.000Z';
    expect(formatDay(late, { language: 'en', timeZone: null })).toBe('Nov 30, 2026');
    expect(formatDay(late, { language: 'en', timeZone: 'Asia/Tokyo' })).toBe('Dec 1, 2026');
  });
});
