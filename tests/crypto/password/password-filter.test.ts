import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  buildPasswordFilter,
  openCommonPasswords,
  openPasswordFilter,
} from '#server/crypto/password/password-filter.ts';

const TRIED = 50_000;

describe('the bundled list of common passwords', () => {
  const common = openCommonPasswords();

  it.each(['1234567890', 'qwertyuiop', 'superman', '0987654321', 'netbilling', 'reymisterio', 'gillingham'])(
    'has %s',
    (password) => {
      expect(common.has(password)).toBe(true);
    },
  );

  it('has fewer than one in a thousand other texts', () => {
    const others = Array.from({ length: TRIED }, () => randomBytes(12).toString('base64'));
    expect(others.filter((text) => common.has(text)).length).toBeLessThan(TRIED / 1000);
  });
});

describe('a filter', () => {
  it('has every entry that it was built from, and is empty without any', () => {
    const entries = Array.from({ length: 1000 }, (_, index) => `entry ${index}`);
    const filter = openPasswordFilter(buildPasswordFilter(entries));
    expect(entries.every((entry) => filter.has(entry))).toBe(true);
    expect(openPasswordFilter(buildPasswordFilter([])).has('entry 1')).toBe(false);
  });

  it('is not opened from a file of another length', () => {
    expect(() => openPasswordFilter(new Uint8Array(10))).toThrow('240000 bytes');
  });
});
