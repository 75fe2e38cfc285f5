import type { ScopeChallengeHandler } from '@modelcontextprotocol/server';
import { pickScopes, type Scope } from '#domain/organization/scope.ts';

/**
 * Returns 403 `insufficient_scope` (RFC 6750 section 3.1) for a call that needs more scopes. It names the
 * required and the granted scopes, because clients request exactly the ones named.
 */
export function createScopeChallenge(
  needed: readonly Scope[] | ((params: unknown) => readonly Scope[]),
): ScopeChallengeHandler {
  return ({ request, authInfo }) => {
    const granted = pickScopes(authInfo?.scopes ?? []);
    const wanted = typeof needed === 'function' ? needed(request.params) : needed;
    if (wanted.every((scope) => granted.includes(scope))) return undefined;
    const [first, ...rest] = pickScopes([...granted, ...wanted]);
    if (first === undefined) return undefined;
    return {
      scopes: [first, ...rest],
      errorDescription: 'The access token lacks a required scope',
    };
  };
}
