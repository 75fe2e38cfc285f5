import { DEFAULT_LANGUAGE } from '#domain/language.ts';
import { textedTo } from '#domain/envelope/authentication.ts';
import { codeText } from '#server/mail/code-text.ts';
import { SmsFailure } from '#server/outbound/sms-gateway.ts';
import type { Services } from '#server/app/services.ts';
import { noteDeliveryFailed } from './deliver-to-signer.ts';
import type { RequestedCode } from './requested-code.ts';

/**
 * Texts a participant their code. What the gateway rejects, or still fails on the last attempt, is recorded in the
 * envelope's log and the sender's attention, as for emails.
 */
export async function textCode(
  services: Services,
  { subject: { graph }, participant, code }: RequestedCode,
  lastAttempt: boolean,
): Promise<void> {
  const { authenticationPhone: to, language } = participant;
  if (to === null) return;
  const text = codeText(code, graph.envelope.senderName, language ?? DEFAULT_LANGUAGE);
  try {
    if (services.sms === null) throw new SmsFailure('No SMS gateway is configured.', true);
    await services.sms({ to, text });
  } catch (error) {
    if (!(error instanceof SmsFailure) || !(error.permanent || lastAttempt)) throw error;
    await noteDeliveryFailed(services, graph.envelope, participant, error.message, textedTo(participant));
  }
}
