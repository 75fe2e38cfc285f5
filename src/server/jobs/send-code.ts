import type { EffectPayloads } from '#domain/effects.ts';
import type { Services } from '#server/app/services.ts';
import { sendCodeEmail } from './mail-code.ts';
import { readRequested } from './requested-code.ts';
import { sendCodeText } from './text-code.ts';

/**
 * Sends a participant the code they asked for by email or text message, unless it was used, was replaced or
 * has expired.
 */
export async function sendCode(
  services: Services,
  payload: EffectPayloads['svc/participant.code_requested'],
  lastAttempt: boolean,
): Promise<void> {
  const requested = await readRequested(services, payload);
  if (requested === null) return;
  if (requested.participant.authenticationMethod === 'sms_code')
    await sendCodeText(services, requested, lastAttempt);
  else await sendCodeEmail(services, requested, lastAttempt);
}
