import { describe, expect, it } from 'vitest';
import { splitLinks } from '#ui/account/linked-text.ts';

describe('linkedText', () => {
  it('links addresses without the punctuation after them, and keeps every character', () => {
    const text = 'Open http://localhost:3000/sign#token=a.b-c_d.\nOr (https://example.com/x?y=1&z=2), now.';
    const pieces = splitLinks(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.flatMap(({ href }) => (href === null ? [] : [href]))).toEqual([
      'http://localhost:3000/sign#token=a.b-c_d',
      'https://example.com/x?y=1&z=2',
    ]);
  });

  it('links nothing else: no scripts, no markup', () => {
    for (const text of ['javascript:alert(1)', 'data:text/html,x', '<a href="x">', '']) {
      expect(splitLinks(text).every(({ href }) => href === null)).toBe(true);
    }
  });
});
