import { describe, expect, it } from 'vitest';
import { isPattern, matchesPattern } from '#wire/pattern.ts';

describe('a pattern', () => {
  it.each([
    ['[A-Z]{2}[0-9]{2}[A-Z0-9]{4}[0-9]{7}([A-Z0-9]?){0,16}', 'DE89370400440532013000', true],
    ['\\d{4}-\\d{4}', '1234-5678', true],
    ['\\d{4}', '12345', false],
    ['(?i)yes|no', 'YES', true],
    ['[[:alpha:]]+', 'abc', true],
    ['\\p{Greek}+', 'αβγ', true],
    ['[^]]+', 'abc', true],
    ['.', '😀', true],
    ['a\\{2000\\}', 'a{2000}', true],
  ])('%s matches %s: %s', (pattern, value, matches) => {
    expect(isPattern(pattern)).toBe(true);
    expect(matchesPattern(pattern, value)).toBe(matches);
  });

  it.each([
    '(',
    '[',
    '*',
    'a{2',
    '(?=a)b',
    '(a)\\1',
    '(?<!a)b',
    'a{1001}',
    '((a{100}){10}){10}',
    'a'.repeat(501),
  ])('is refused: %s', (pattern) => {
    // RE2 treats an open brace as a literal.
    expect(isPattern(pattern)).toBe(pattern === 'a{2');
  });

  it.each([
    '(.{0,99}){9}',
    '.{0,999}'.repeat(60),
    '(.?){999}'.repeat(50),
    `((${'a?'.repeat(200)}){30}){30}`,
    '[[:alpha:]](x(y{99}){9})',
  ])('that stands for a large program is refused before it is made: %s', (pattern) => {
    const before = performance.now();
    expect(isPattern(pattern)).toBe(false);
    expect(performance.now() - before).toBeLessThan(500);
  });

  it.each(['(a+)+', '(a|aa)+', '(a*)*b', '(.*a){20}', '([a-z]+)*!', '(a?){249}a{249}'])(
    'takes linear time on what it almost matches: %s',
    (pattern) => {
      const before = performance.now();
      for (let n = 0; n < 5; n++) matchesPattern(pattern, `${'a'.repeat(499)}?`);
      expect(performance.now() - before).toBeLessThan(2000);
    },
  );
});
