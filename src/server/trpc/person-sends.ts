import { refusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Principal } from '#server/surface/principal.ts';

/** The refusal of what an agent that asks first leaves to its person. */
export function personSends(): Error {
  return refusal('forbidden', { reason: 'person_sends' }, REFUSAL_MESSAGES.person_sends);
}

/** Refuses agents that ask first a change to a template whose public form is enabled: visitors get it without anyone sending it. */
export function requirePersonForForm(principal: Principal, form: { readonly enabled: boolean } | null): void {
  if (principal.kind === 'agent' && principal.asksFirst && form?.enabled === true) throw personSends();
}
