import { expect, it } from 'vitest';
import { validateKeyLimits, type KeyLimits } from '#domain/organization/key-scope.ts';

const parent: KeyLimits = {
  scopes: ['envelopes:read', 'admin'],
  allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  expiresAt: new Date('2027-03-01T00:00:00Z'),
};
const boundless: KeyLimits = {
  scopes: ['envelopes:read', 'envelopes:write', 'admin'],
  allowedNetworks: null,
  expiresAt: null,
};
const paths = (child: KeyLimits, of = parent) => validateKeyLimits(child, of).map(({ path }) => path);

it('lets a key create one that ends where it ends, or before', () => {
  expect(paths(parent)).toEqual([]);
  expect(
    paths({
      scopes: ['admin'],
      allowedNetworks: ['2001:db8::/32'],
      expiresAt: new Date('2027-02-28T23:59:59Z'),
    }),
  ).toEqual([]);
  expect(paths(boundless, boundless)).toEqual([]);
  expect(paths(parent, boundless)).toEqual([]);
});

it('names everything in which a new key would exceed the one that creates it', () => {
  expect(paths(boundless)).toEqual(['/scopes', '/allowedNetworks', '/expiresInDays']);
  expect(paths({ ...parent, allowedNetworks: ['203.0.113.0/25'] })).toEqual(['/allowedNetworks']);
  expect(paths({ ...parent, expiresAt: new Date('2027-03-01T00:00:00.001Z') })).toEqual(['/expiresInDays']);
});
