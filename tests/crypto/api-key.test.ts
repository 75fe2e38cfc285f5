import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getApiKeyHint, hashApiKey, generateApiKey, parseApiKey } from '#server/crypto/api-key.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function secretOf(key: string): bigint {
  const digits = key.slice('svc_sk_'.length, -6);
  return [...digits].reduce((value, digit) => value * 62n + BigInt(ALPHABET.indexOf(digit)), 0n);
}

describe('newApiKey', () => {
  it('has one length, whatever the bytes', () => {
    for (const byte of [0x00, 0x01, 0x7f, 0xff]) {
      const key = generateApiKey(false, (size) => new Uint8Array(size).fill(byte));
      expect(key).toMatch(/^svc_sk_[0-9A-Za-z]{49}$/);
      expect(secretOf(key)).toBe(BigInt(`0x${byte.toString(16).padStart(2, '0').repeat(32)}`));
    }
  });

  it('draws 32 bytes and makes a different key each time', () => {
    const sizes: number[] = [];
    generateApiKey(false, (size) => {
      sizes.push(size);
      return new Uint8Array(size);
    });
    expect(sizes).toEqual([32]);
    expect(new Set(Array.from({ length: 100 }, () => generateApiKey())).size).toBe(100);
  });

  it('ends in the CRC-32 of the rest', () => {
    const key = generateApiKey(false, (size) => new Uint8Array(size));
    // Python's zlib.crc32(b"svc_sk_" + b"0" * 43) is 0xe89566ff.
    expect(key).toBe(`svc_sk_${'0'.repeat(43)}4G4pqx`);
  });
});

describe('parseApiKey', () => {
  const key = generateApiKey();

  it('takes what newApiKey made', () => {
    expect(parseApiKey(key)).toBe(key);
  });

  it('refuses any single changed character of it', () => {
    for (let index = 0; index < key.length; index += 1) {
      const other = key[index] === 'A' ? 'B' : 'A';
      expect(parseApiKey(key.slice(0, index) + other + key.slice(index + 1))).toBeNull();
    }
  });

  it('refuses two exchanged neighbors', () => {
    const at = [...key].findIndex((character, index) => index > 7 && character !== key[index + 1]);
    const exchanged = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
    expect(parseApiKey(exchanged)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['the prefix alone', 'svc_sk_'],
    ['one character less', key.slice(0, -1)],
    ['one character more', `${key}0`],
    ['a line break at the end', `${key}\n`],
    ['white space around it', ` ${key} `],
    ['another prefix', key.replace('svc_sk_', 'svc_pk_')],
    ['a prefix in capitals', key.replace('svc_sk_', 'SVC_SK_')],
    ['a character outside base62', `${key.slice(0, 20)}-${key.slice(21)}`],
    ['a digit of another script', `${key.slice(0, 20)}\u0661${key.slice(21)}`],
    ['a very long text', 'svc_sk_' + '0'.repeat(1_000_000)],
  ])('refuses %s', (_name, text) => {
    expect(parseApiKey(text)).toBeNull();
  });
});

describe('the stored form of a key', () => {
  const key = generateApiKey();

  it('stores the SHA-256 of its text', () => {
    expect(hashApiKey(key)).toBe(createHash('sha256').update(key).digest('hex'));
  });

  it('shows four characters at each end of the secret part', () => {
    expect(getApiKeyHint(key)).toBe(`${key.slice(0, 11)}…${key.slice(-4)}`);
    expect(getApiKeyHint(key)).toHaveLength(16);
  });
});
