import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { LIMITS } from '#domain/limits.ts';
import { emailCode } from '#server/envelopes/email-code.ts';
import { readAttempts } from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/app/services.ts';
import { deliverToSigner } from './deliver-to-signer.ts';
import { commonFacts, readMailSubject } from './mail.ts';

/** Emails a participant the code they asked for, unless it was used, replaced, or has expired. */
export async function mailCode(
  services: Services,
  payload: EffectPayloads['svc/participant.code_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const { organizationId, participantId, at } = payload;
  const counted = await transaction(services.db, { organizationId }, (tx) => readAttempts(tx, participantId));
  if (counted === null || counted.codeNonce === null || counted.codeSentAt?.toISOString() !== at) return;
  if (services.clock().getTime() >= Date.parse(at) + LIMITS.emailCodeLifeMs) return;
  const subject = await readMailSubject(services, payload);
  const participant = subject?.graph.participants.find(({ id }) => id === participantId);
  if (subject === null || participant === undefined || participant.linkEpoch !== counted.linkEpoch) return;
  const to = { name: participant.name, email: participant.email };
  const rendered = MAIL_TEMPLATES['signing-code']({
    ...commonFacts(subject, to, participant.language ?? DEFAULT_LANGUAGE),
    role: participant.role,
    code: emailCode(counted.codeNonce, services.config.secretKeys.current.key),
  });
  const identifier = `${participantId}.code-${Date.parse(at)}`;
  await deliverToSigner(services, subject, { to, rendered, identifier, participant, lastAttempt });
}
