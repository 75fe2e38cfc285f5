import type { Issue } from '../errors.ts';
import type { Right } from './role.ts';
import { ALL_SCOPES, type Scope } from './scope.ts';

/** What an API key can be allowed to do: what agents can, and administration. */
export const KEY_SCOPES = [...ALL_SCOPES, 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What the dashboard preselects for a new key: what it takes to create and send an envelope, and to get it back. */
export const FIRST_KEY_SCOPES: readonly KeyScope[] = ['envelopes:read', 'envelopes:write', 'envelopes:send'];

/** For operations that agents don't have, and so no scope of theirs covers. */
const BY_RIGHT: { readonly [R in Right]: readonly KeyScope[] } = {
  read: ['envelopes:read'],
  send: ['envelopes:write', 'envelopes:send'],
  administer: ['admin'],
  own: ['admin'],
};

/** Returns the scopes that an operation needs: those that agents need, or those that go with its right. */
export function listNeededKeyScopes(right: Right, agentScopes: readonly Scope[] | null): readonly KeyScope[] {
  return agentScopes ?? BY_RIGHT[right];
}

/** Where a key ends: what it may do, from which networks (null: any), until when (null: for good). */
export type KeyLimits = {
  readonly scopes: readonly KeyScope[];
  readonly allowedNetworks: readonly string[] | null;
  readonly expiresAt: Date | null;
};

/** Returns in what a new key would exceed the key that creates it. Networks must be among that key's, as they're written there. */
export function validateKeyLimits(child: KeyLimits, parent: KeyLimits): readonly Issue[] {
  const wider = child.scopes.filter((scope) => !parent.scopes.includes(scope));
  const networks = parent.allowedNetworks;
  return [
    ...(wider.length === 0 ? [] : [{ path: '/scopes', message: `may not include ${wider.join(', ')}` }]),
    ...(networks === null || child.allowedNetworks?.every((one) => networks.includes(one)) === true
      ? []
      : [{ path: '/allowedNetworks', message: `must be among ${networks.join(', ')}` }]),
    ...(parent.expiresAt === null || (child.expiresAt !== null && child.expiresAt <= parent.expiresAt)
      ? []
      : [{ path: '/expiresInDays', message: `must end by ${parent.expiresAt.toISOString()}` }]),
  ];
}
