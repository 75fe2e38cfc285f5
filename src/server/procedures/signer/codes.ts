import type { Participant } from '#domain/envelope/graph.ts';
import { refusal, type Refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { sentCodeMatches } from '#server/envelopes/sent-code.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import type { CodeAttempts } from '#server/db/envelopes/code-attempts.ts';
import type { Services } from '#server/app/services.ts';

/** Compares a code with what the participant's method expects. */
export async function codeMatches(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { authenticationMethod, accessCodeHash }: Participant,
  { codeNonce, codeSentAt }: CodeAttempts,
  code: string,
): Promise<boolean> {
  switch (authenticationMethod) {
    case 'access_code':
      return await passwordMatches(accessCodeHash, code);
    case 'email_code':
    case 'sms_code':
      if (codeNonce === null || codeSentAt === null) return false;
      if (clock().getTime() >= codeSentAt.getTime() + LIMITS.sentCodeLifeMs) return false;
      return sentCodeMatches(codeNonce, code.replaceAll(/\s/g, ''), config.secretKeys);
    case 'link':
      return false;
    default:
      return authenticationMethod satisfies never;
  }
}

/** Returns the refusal while a link is locked or a code was just sent; a link that isn't has been replaced. */
export function tooSoon(counted: CodeAttempts | null, linkEpoch: number, now: Date): Refusal {
  if (counted === null || counted.linkEpoch !== linkEpoch)
    return refusal('unauthorized', { reason: 'link_replaced' });
  const { lockedUntil, codeSentAt } = counted;
  const isLocked = lockedUntil !== null && lockedUntil > now;
  const until = isLocked ? lockedUntil.getTime() : (codeSentAt?.getTime() ?? 0) + LIMITS.sentCodeAgainMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return refusal('rate_limited', { reason: isLocked ? 'locked' : 'code_just_sent', retryAfterSeconds });
}
