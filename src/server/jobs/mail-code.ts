import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { MAIL_TEMPLATES } from '#server/mail/templates.ts';
import type { Services } from '#server/app/services.ts';
import { deliverToSigner } from './deliver-to-signer.ts';
import { buildCommonFacts } from '#server/envelopes/request-mail.ts';

import type { RequestedCode } from './requested-code.ts';

/** Emails a participant the code that they asked for. */
export async function sendCodeEmail(
  services: Services,
  { subject, participant, code, at }: RequestedCode,
  lastAttempt: boolean,
): Promise<void> {
  const to = { name: participant.name, email: participant.email };
  const rendered = MAIL_TEMPLATES['signing-code']({
    ...buildCommonFacts(subject, to, participant.language ?? DEFAULT_LANGUAGE),
    code,
  });
  const identifier = `${participant.id}.code-${Date.parse(at)}`;
  await deliverToSigner(services, subject, {
    ...{ to, rendered, identifier, participant, lastAttempt },
    isCode: true,
  });
}
