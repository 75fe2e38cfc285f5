import { expect, it } from 'vitest';
import {
  CHOSEN_SCOPES,
  expandScopes,
  listKeyRoles,
  validateKeyLimits,
  type KeyLimits,
} from '#domain/organization/key-scope.ts';

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

it('takes admin for webhooks and settings, and for nothing else', () => {
  expect([...expandScopes(['envelopes:read', 'admin'])]).toEqual([
    'envelopes:read',
    'admin',
    'webhooks',
    'settings',
  ]);
  const bounds = { allowedNetworks: null, expiresAt: null };
  const named = { ...bounds, scopes: ['webhooks', 'settings'] } as const;
  const earlier = { ...bounds, scopes: ['admin'] } as const;
  expect(paths(named, earlier)).toEqual([]);
  expect(paths(earlier, named)).toEqual([]);
  for (const scope of ['members', 'keys', 'audit:read', 'contacts'] as const)
    expect(paths({ ...bounds, scopes: [scope] }, earlier), scope).toEqual(['/scopes']);
});

it.each([
  ['owner', CHOSEN_SCOPES, ['admin', 'member', 'viewer']],
  ['admin', CHOSEN_SCOPES, ['admin', 'member', 'viewer']],
  ['owner', ['members'], ['member', 'viewer']],
  ['owner', CHOSEN_SCOPES.filter((scope) => scope !== 'audit:read'), ['member', 'viewer']],
  ['owner', CHOSEN_SCOPES.filter((scope) => scope !== 'members'), []],
  ['owner', ['admin'], []],
  ['member', CHOSEN_SCOPES, []],
] as const)('a key of an %s with %j gives the roles %j', (role, scopes, roles) => {
  expect(listKeyRoles(role, scopes)).toEqual(roles);
});
