import type { EffectPayloads } from '#domain/effects.ts';
import type { Participant } from '#domain/envelope/graph.ts';
import { LIMITS } from '#domain/limits.ts';
import { deriveCode } from '#server/envelopes/sent-code.ts';
import { readAttempts } from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
import { readMailSubject, type MailSubject } from './mail.ts';

/** A code that a participant asked for. */
export type RequestedCode = {
  readonly subject: MailSubject;
  readonly participant: Participant;
  readonly code: string;
  /** When the code was asked for, which distinguishes it from the participant's other codes. */
  readonly at: string;
};

/**
 * Returns the code that a participant asked for. Returns null if it was used, was replaced or has expired.
 */
export async function readRequested(
  services: Services,
  payload: EffectPayloads['svc/participant.code_requested'],
): Promise<RequestedCode | null> {
  const { organizationId, participantId, at } = payload;
  const counted = await transaction(services.db, { organizationId }, (tx) => readAttempts(tx, participantId));
  if (counted === null || counted.codeNonce === null || counted.codeSentAt?.toISOString() !== at) return null;
  if (services.clock().getTime() >= Date.parse(at) + LIMITS.sentCodeLifeMs) return null;
  const subject = await readMailSubject(services, payload);
  const participant = subject?.graph.participants.find(({ id }) => id === participantId);
  if (subject === null || participant === undefined || participant.linkEpoch !== counted.linkEpoch)
    return null;
  return {
    subject,
    participant,
    code: deriveCode(counted.codeNonce, services.config.secretKeys.current.key),
    at,
  };
}
