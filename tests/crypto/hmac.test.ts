import { describe, expect, it } from 'vitest';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from '#server/crypto/hmac.ts';

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

describe('hmacSha256', () => {
  it.each([
    ['0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      '4a656665',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('answers test case of RFC 4231 with the key %s', (key, text, expected) => {
    expect(hex(computeHmacSha256(Buffer.from(key, 'hex'), text))).toBe(expected);
  });

  it('takes the text as UTF-8', () => {
    const key = Buffer.from('key');
    expect(computeHmacSha256(key, 'é')).not.toEqual(computeHmacSha256(key, 'e\u0301'));
  });
});

describe('equalInConstantTime', () => {
  it('compares contents and lengths', () => {
    const bytes = Uint8Array.of(1, 2, 3);
    expect(isEqualInConstantTime(bytes, Uint8Array.of(1, 2, 3))).toBe(true);
    expect(isEqualInConstantTime(bytes, Uint8Array.of(1, 2, 4))).toBe(false);
    expect(isEqualInConstantTime(bytes, Uint8Array.of(1, 2))).toBe(false);
    expect(isEqualInConstantTime(bytes, new Uint8Array())).toBe(false);
  });
});

describe('deriveKey', () => {
  it('is HKDF-SHA-256 with the purpose as info', () => {
    // Extract and expand (RFC 5869 sections 2.2 and 2.3) written out. One block covers all 32 bytes.
    const pseudorandomKey = computeHmacSha256(new Uint8Array(32), 'secret');
    expect(hex(deriveKey('secret', 'purpose'))).toBe(
      hex(computeHmacSha256(pseudorandomKey, 'countersign/purpose\u0001')),
    );
  });

  it('derives a separate key for each purpose and secret', () => {
    const keys = [deriveKey('a', 'x'), deriveKey('a', 'y'), deriveKey('b', 'x')].map(hex);
    expect(new Set(keys).size).toBe(3);
  });
});
