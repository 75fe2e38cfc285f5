import { refusal } from '#domain/errors.ts';
import { scopesAmong, type Scope } from '#domain/organization/scope.ts';

/** How an agent may call an operation. */
export type AgentMeta = {
  /** The scopes that every call needs; none means that any token will do. */
  readonly scopes: readonly Scope[];
  /** What else a call with this input needs. It sees the input before any schema did. */
  readonly alsoFor?: (input: unknown) => readonly Scope[];
  /** Whether the REST contract lists OAuth for the operation; the others are for tools only. */
  readonly rest: boolean;
};

/** All scopes that a call with this input needs, in the order of the table. */
export function scopesNeeded(meta: AgentMeta, input: unknown): Scope[] {
  return scopesAmong([...meta.scopes, ...(meta.alsoFor?.(input) ?? [])]);
}

/**
 * Refuses a token that lacks any of `needed` with `insufficient_scope`. Its details name all of them, not only what is
 * missing: a client asks for what they say, and loses what they leave out (RFC 6750 section 3.1).
 */
export function demandScopes(granted: readonly Scope[], needed: readonly Scope[]): void {
  const missing = needed.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw refusal('insufficient_scope', { scopes: needed, missing });
}
