import { createRefusal } from '#domain/errors.ts';
import { expandScopes, type KeyScope } from '#domain/organization/key-scope.ts';
import { pickScopes, type Scope } from '#domain/organization/scope.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Principal } from '#server/surface/principal.ts';

/** How agents can call an operation. */
export type AgentMeta = {
  /** The scopes that every call needs. If the list is empty, any token is enough. */
  readonly scopes: readonly Scope[];
  /** Additional scopes for this input, which hasn't been validated yet. */
  readonly alsoFor?: (input: unknown) => readonly Scope[];
  /** Whether the REST contract lists OAuth for the operation. If not, it is for tools only. */
  readonly rest: boolean;
  /**
   * Whether the operation reaches only people whom a person has reached before, so that agents that ask first
   * may call it by themselves.
   */
  readonly followsUp?: true;
};

/** Returns the scopes that a call with this input needs, in table order. */
export function listNeededScopes(meta: AgentMeta, input: unknown): Scope[] {
  return pickScopes([...meta.scopes, ...(meta.alsoFor?.(input) ?? [])]);
}

/**
 * Refuses a token or key that lacks any of `needed` with `insufficient_scope`. The details name all needed
 * scopes, because clients request exactly the ones named (RFC 6750 section 3.1).
 */
export function requireScopes(
  credential: 'token' | 'key',
  granted: readonly KeyScope[],
  needed: readonly KeyScope[],
): void {
  const held = expandScopes(granted);
  const missing = needed.filter((scope) => !held.has(scope));
  if (missing.length === 0) return;
  const message =
    credential === 'token'
      ? undefined
      : `This API key lacks ${missing.join(' and ')}. Create a key that has it in the dashboard's settings.`;
  throw createRefusal('insufficient_scope', { scopes: needed, missing }, message);
}

/** Creates the refusal for an action that an agent that asks first has to leave to its person. */
export function createPersonSendsRefusal(): Error {
  return createRefusal('forbidden', { reason: 'person_sends' }, REFUSAL_MESSAGES.person_sends);
}

/**
 * Refuses to let agents that ask first change a template whose public form is enabled, because visitors get
 * the change without anyone sending it.
 */
export function requirePersonForForm(principal: Principal, form: { readonly enabled: boolean } | null): void {
  if (principal.kind === 'agent' && principal.asksFirst && form?.enabled === true)
    throw createPersonSendsRefusal();
}
