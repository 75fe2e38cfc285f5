import type { Actor } from '../../actor.ts';
import type { Effect, EffectName } from '../../effects.ts';
import type { ErrorDetails } from '../../errors.ts';
import { REFUSAL_MESSAGES } from '../../refusal-messages.ts';
import { isMisleadingName } from './well-known-names.ts';

/** The facts that decide whether an organization may send. */
export type StandingFacts = {
  readonly name: string;
  readonly suspendedAt: Date | null;
  /** Misleading names that the operator approved. */
  readonly approvedNames: readonly string[];
};

/** Whether an organization may send, or why it may not. */
export type Standing = 'active' | 'suspended' | 'name_held';
type Refused = { readonly code: 'forbidden'; readonly details: ErrorDetails; readonly message: string };

/**
 * Returns an organization's standing. Takes into account the names that recipients would see in addition to
 * the organization's own.
 */
export function determineStanding(facts: StandingFacts, shownNames: readonly string[] = []): Standing {
  if (facts.suspendedAt !== null) return 'suspended';
  const isHeld = [facts.name, ...shownNames].some(
    (name) => !facts.approvedNames.includes(name) && isMisleadingName(name),
  );
  return isHeld ? 'name_held' : 'active';
}

/** Returns why an organization with this standing may not send; null if it may. */
export function refuseSending(standing: Standing): Refused | null {
  switch (standing) {
    case 'active':
      return null;
    case 'suspended':
      return {
        code: 'forbidden',
        details: { reason: 'organization_suspended' },
        message: REFUSAL_MESSAGES.organization_suspended,
      };
    case 'name_held':
      return { code: 'forbidden', details: { reason: 'name_held' }, message: REFUSAL_MESSAGES.name_held };
    default:
      return standing satisfies never;
  }
}

/** The effects that ask people for their signature. */
const ASKING: ReadonlySet<EffectName> = new Set([
  'svc/envelope.sent',
  'svc/participant.link_issued',
  'svc/participant.link_reissued',
  'svc/participant.reminder_sent',
  'svc/participant.delegated',
  'svc/envelope.expiry_extended',
  'svc/copy.sent',
]);

/** Counts the emails in which effects ask people for their signature. */
export function countAskingEmails(effects: readonly Effect[]): number {
  return effects.filter(({ name }) => ASKING.has(name)).length;
}

/** Returns the participants who would get again what they were already sent. */
export function listRepeatedRecipients(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) =>
    effect.name === 'svc/participant.reminder_sent' || effect.name === 'svc/participant.link_reissued'
      ? [effect.payload.participantId]
      : [],
  );
}

/**
 * Checks whether an actor's action can be refused because of the organization's standing. A signer's
 * signature can't be.
 */
export function isAnswerableForSending(actor: Actor): boolean {
  return actor.type !== 'signer';
}
