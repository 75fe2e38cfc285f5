import { describe, expect, test } from 'vitest';
import {
  type BoxKeys,
  type BoxPurpose,
  openSecret,
  resealSecret,
  SecretBoxError,
  sealSecret,
} from '#server/crypto/secret-box.ts';

const OLD = { id: 'k1', key: 'an old secret of the service' };
const NEW = { id: 'k2', key: 'its successor' };
const KEYS: BoxKeys = { current: NEW, previous: [OLD] };
const PURPOSE = 'seal-key/v1';
const SECRET = Buffer.from('a private key, for example \u{1f511}');

describe('a sealed secret', () => {
  test('opens with its key and purpose', () => {
    expect(Buffer.from(openSecret(KEYS, PURPOSE, sealSecret(NEW, PURPOSE, SECRET)))).toEqual(SECRET);
    expect(openSecret(KEYS, PURPOSE, sealSecret(NEW, PURPOSE, new Uint8Array()))).toHaveLength(0);
  });

  test('opens with a previous key', () => {
    const box = sealSecret(OLD, PURPOSE, SECRET);
    expect(Buffer.from(openSecret(KEYS, PURPOSE, box))).toEqual(SECRET);
  });

  test('moves to the current key', () => {
    const box = resealSecret(KEYS, PURPOSE, sealSecret(OLD, PURPOSE, SECRET));
    expect(Buffer.from(openSecret({ current: NEW, previous: [] }, PURPOSE, box))).toEqual(SECRET);
    const lost = sealSecret({ id: 'k0', key: 'lost' }, PURPOSE, SECRET);
    expect(() => resealSecret(KEYS, PURPOSE, lost)).toThrow(SecretBoxError);
  });

  test('is different each time and shows nothing of its content', () => {
    const boxes = new Set(Array.from({ length: 50 }, () => sealSecret(NEW, PURPOSE, SECRET)));
    expect(boxes.size).toBe(50);
    for (const box of boxes) {
      expect(box).toMatch(/^box1\.k2\.[A-Za-z0-9_-]+$/);
      expect(Buffer.from(box.split('.')[2] ?? '', 'base64url').includes(SECRET)).toBe(false);
    }
  });

  test('does not open for another purpose, with another key, or altered anywhere', () => {
    const box = sealSecret(NEW, PURPOSE, SECRET);
    const refused = (keys: BoxKeys, purpose: BoxPurpose, text: string): void => {
      expect(() => openSecret(keys, purpose, text), text).toThrow(SecretBoxError);
    };
    refused(KEYS, 'log-key/v1', box);
    refused({ current: { id: 'k2', key: 'guessed' }, previous: [] }, PURPOSE, box);
    refused({ current: OLD, previous: [] }, PURPOSE, box);
    refused({ current: { ...NEW, id: 'k1' }, previous: [] }, PURPOSE, box.replace('.k2.', '.k1.'));
    const bytes = Buffer.from(box.split('.')[2] ?? '', 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const altered = Buffer.from(bytes);
      altered[index] = (altered[index] ?? 0) ^ 1;
      refused(KEYS, PURPOSE, `box1.k2.${altered.toString('base64url')}`);
    }
    for (const text of ['', 'box1', 'box1.k2.', 'box1.k2.AAAA', 'box2.k2.AAAA', `${box}.more`, '!']) {
      refused(KEYS, PURPOSE, text);
    }
  });
});
