import { describe, expect, it } from 'vitest';
import { formatSize } from '#ui/kit/size-words.ts';

describe('sizes', () => {
  it.each([
    [0, '0 kB'],
    [1, '1 kB'],
    [1024 * 1024 - 1, '1,024 kB'],
    [1024 * 1024 * 3.25, '3.3 MB'],
  ])('%d bytes are %s', (bytes, words) => expect(formatSize(bytes)).toBe(words));
});
