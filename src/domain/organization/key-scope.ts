import type { Issue } from '../errors.ts';
import type { Right } from './role.ts';
import { ALL_SCOPES, type Scope } from './scope.ts';

/** What an API key can be allowed to do: everything that agents can, plus administration. */
export const KEY_SCOPES = [...ALL_SCOPES, 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * The scopes that the dashboard preselects for a new key: enough to create an envelope, send it, and retrieve
 * it.
 */
export const FIRST_KEY_SCOPES: readonly KeyScope[] = ['envelopes:read', 'envelopes:write', 'envelopes:send'];

/** The scopes by right, for operations that agents don't have and that no agent scope covers. */
const BY_RIGHT: { readonly [R in Right]: readonly KeyScope[] } = {
  read: ['envelopes:read'],
  send: ['envelopes:write', 'envelopes:send'],
  administer: ['admin'],
  own: ['admin'],
};

/**
 * Returns the scopes that an operation needs: the ones that agents need, or else the ones that belong to its
 * right.
 */
export function listNeededKeyScopes(right: Right, agentScopes: readonly Scope[] | null): readonly KeyScope[] {
  return agentScopes ?? BY_RIGHT[right];
}

/** The limits of a key: what it may do, from which networks (null: any), and until when (null: no expiry). */
export type KeyLimits = {
  readonly scopes: readonly KeyScope[];
  readonly allowedNetworks: readonly string[] | null;
  readonly expiresAt: Date | null;
};

/**
 * Reports where a new key would exceed the key that creates it. Each network must be in the parent's list,
 * written the same way.
 */
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
