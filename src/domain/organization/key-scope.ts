import type { Right } from './role.ts';
import { ALL_SCOPES, type Scope } from './scope.ts';

/** What an API key can be allowed to do: what agents can, and administration. */
export const KEY_SCOPES = [...ALL_SCOPES, 'admin'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** For operations that agents don't have, and so no scope of theirs covers. */
const BY_RIGHT: { readonly [R in Right]: readonly KeyScope[] } = {
  read: ['envelopes:read'],
  send: ['envelopes:write', 'envelopes:send'],
  administer: ['admin'],
  own: ['admin'],
};

/** Returns the scopes that an operation needs: those that agents need, or those that go with its right. */
export function keyScopesNeeded(right: Right, agentScopes: readonly Scope[] | null): readonly KeyScope[] {
  return agentScopes ?? BY_RIGHT[right];
}
