import { describe, expect, it } from 'vitest';
import { instant, shortened } from '#server/mail/wording.ts';

describe('shortened', () => {
  const programmer = '👩🏽\u200d💻';

  it('cuts between characters as a reader counts them, never inside one', () => {
    expect(shortened('abcdef', 6)).toBe('abcdef');
    expect(shortened('abcdefg', 6)).toBe('abcde…');
    expect(shortened('abcd efg', 6)).toBe('abcd…');
    expect(shortened(programmer.repeat(4), 4)).toBe(programmer.repeat(4));
    expect(shortened(programmer.repeat(5), 4)).toBe(`${programmer.repeat(3)}…`);
    expect(shortened('e\u0301'.repeat(5), 4)).toBe(`${'e\u0301'.repeat(3)}…`);
  });

  it('is not fooled by one character with endless marks', () => {
    expect(shortened(`a${'\u0301'.repeat(100_000)}`, 10)).toBe('…');
  });
});

describe('instant', () => {
  it.each([
    ['2026-11-30T14:00:00.000Z', 'November 30, 2026 at 2:00 PM UTC'],
    ['2027-01-01T00:05:59.999Z', 'January 1, 2027 at 12:05 AM UTC'],
  ])('writes %s as %s', (timestamp, text) => {
    expect(instant(timestamp, 'en')).toBe(text);
  });
});
