import type { Participant } from '#domain/envelope/graph.ts';
import type { Mismatch, SignIn } from '#domain/envelope/sign-in.ts';
import { createInvalidRefusal, createRefusal, type Refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { matchesSentCode } from '#server/envelopes/sent-code.ts';
import { readAttempt, completeSignIn } from '#server/envelopes/sign-in.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { useCode, type CodeAttempts } from '#server/db/envelopes/code-attempts.ts';
import type { ProviderAccess } from '#server/outbound/identity-provider.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * What a code proves. `mismatch` means that the person signed in, but isn't who the sender asked for, or
 * didn't sign in the way that the sender asked for.
 */
export type Verdict =
  | { readonly kind: 'right'; readonly signIn: SignIn | null }
  | { readonly kind: 'wrong'; readonly mismatch: Mismatch | null };

/**
 * Checks a code by the participant's authentication method. `access` belongs to their identity provider.
 * Throws ProviderFailure.
 */
export async function judgeCode(
  services: Pick<Services, 'config' | 'clock' | 'db' | 'identityProviders'>,
  participant: Participant,
  taken: CodeAttempts,
  code: string,
  access: ProviderAccess | null,
): Promise<Verdict> {
  if (access === null) {
    const isRight = await codeMatches(services, participant, taken, code);
    return isRight ? { kind: 'right', signIn: null } : { kind: 'wrong', mismatch: null };
  }
  const nonce = getLiveNonce(services, taken, LIMITS.signInLifeMs);
  const { organizationId } = taken;
  const attempt = nonce === null ? null : readAttempt(services.config, organizationId, nonce, code);
  // A provider that is asked about the same code twice revokes its first answer, so only the first use asks.
  const isFirst =
    attempt !== null && (await transaction(services.db, { organizationId }, (tx) => useCode(tx, taken)));
  const found = isFirst ? await completeSignIn(services, access, participant, attempt, code) : null;
  return typeof found === 'string' || found === null
    ? { kind: 'wrong', mismatch: found }
    : { kind: 'right', signIn: found };
}

async function codeMatches(
  services: Pick<Services, 'config' | 'clock'>,
  { authenticationMethod, accessCodeHash }: Participant,
  taken: CodeAttempts,
  code: string,
): Promise<boolean> {
  switch (authenticationMethod) {
    case 'access_code':
      return await verifyPassword(accessCodeHash, code);
    case 'email_code':
    case 'sms_code': {
      const nonce = getLiveNonce(services, taken, LIMITS.sentCodeLifeMs);
      return nonce !== null && matchesSentCode(nonce, code.replaceAll(/\s/g, ''), services.config.secretKeys);
    }
    case 'oidc':
    case 'link':
      return false;
    default:
      return authenticationMethod satisfies never;
  }
}

function getLiveNonce(
  { clock }: Pick<Services, 'clock'>,
  { codeNonce, codeSentAt }: CodeAttempts,
  lifeMs: number,
): string | null {
  return codeSentAt !== null && clock().getTime() < codeSentAt.getTime() + lifeMs ? codeNonce : null;
}

/** Refuses a code that is too long. Only identity providers send people back with longer codes. */
export function refuseLongCode({ authenticationMethod: method }: Participant, code: string): void {
  if (method !== 'oidc' && code.length > LIMITS.accessCodeMaxChars)
    throw createInvalidRefusal([
      { path: '/code', message: `must be at most ${LIMITS.accessCodeMaxChars} characters` },
    ]);
}

/**
 * Creates the refusal for a link that is locked or whose code was just sent. Any other link has been
 * replaced.
 */
export function createTooSoonRefusal(counted: CodeAttempts | null, linkEpoch: number, now: Date): Refusal {
  if (counted === null || counted.linkEpoch !== linkEpoch)
    return createRefusal('unauthorized', { reason: 'link_replaced' });
  const { lockedUntil, codeSentAt } = counted;
  const isLocked = lockedUntil !== null && lockedUntil > now;
  const until = isLocked ? lockedUntil.getTime() : (codeSentAt?.getTime() ?? 0) + LIMITS.sentCodeAgainMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return createRefusal('rate_limited', { reason: isLocked ? 'locked' : 'code_just_sent', retryAfterSeconds });
}
