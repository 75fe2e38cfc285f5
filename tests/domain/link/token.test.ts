import { describe, expect, it } from 'vitest';
import { checkClaims, parseClaims, type LinkClaims } from '#domain/link/token.ts';

const claims: LinkClaims = {
  v: 1,
  kid: 'k1',
  env: 'env_1',
  part: 'part_1',
  epoch: 3,
  purpose: 'sign',
  exp: 1_800_000_000,
};

describe('checkClaims', () => {
  it.each([
    ['one millisecond before the expiry', 1_799_999_999_999, 3, 'ok'],
    ['at the moment of expiry', 1_800_000_000_000, 3, 'link_expired'],
    ['after it', 1_800_000_000_001, 3, 'link_expired'],
    ['after the link was sent anew', 1_700_000_000_000, 4, 'link_replaced'],
    ['with an epoch that was never issued', 1_700_000_000_000, 2, 'link_replaced'],
    ['both replaced and expired', 1_900_000_000_000, 4, 'link_replaced'],
  ] as const)('%s', (_name, now, epoch, verdict) => {
    expect(checkClaims(claims, { now: new Date(now), epoch })).toBe(verdict);
  });
});

describe('parseClaims', () => {
  it('takes claims as they are', () => {
    expect(parseClaims({ ...claims })).toEqual(claims);
  });

  it.each(Object.keys(claims))('needs %s', (name) => {
    expect(
      parseClaims(Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))),
    ).toBeNull();
    expect(parseClaims({ ...claims, [name]: null })).toBeNull();
    expect(parseClaims({ ...claims, [name]: -1 })).toBeNull();
  });

  it.each([null, undefined, 'text', 1, [], [claims]])('refuses %j', (value) => {
    expect(parseClaims(value)).toBeNull();
  });
});
