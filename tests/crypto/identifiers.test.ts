import { describe, expect, it } from 'vitest';
import { createIdMint } from '#server/runtime/context.ts';

describe('identifiers', () => {
  it('sort in the order in which they were made, also at one moment', () => {
    const newId = createIdMint(() => new Date('2026-11-26T12:00:00Z'));
    const made = Array.from({ length: 2000 }, () => newId('event'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('stay unique when more are made at one moment than the counter holds', () => {
    const newId = createIdMint(() => new Date('2026-11-26T12:00:00Z'));
    const made = Array.from({ length: 10_000 }, () => newId('event'));
    expect(new Set(made).size).toBe(made.length);
  });

  it('are UUIDs of version 7 with their time', () => {
    const now = new Date('2026-11-26T12:00:00.123Z');
    const [, text = ''] = createIdMint(() => now)('envelope').split('_');
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    const value = [...text].reduce((sum, one) => (sum << 5n) | BigInt(alphabet.indexOf(one)), 0n);
    const hex = value.toString(16).padStart(32, '0');
    expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(now.getTime());
    expect(hex).toMatch(/^.{12}7.{3}[89ab].{15}$/);
  });
});
