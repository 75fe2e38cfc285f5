import { z } from 'zod';
import { createCodeJob, lockAuthentication, passAuthentication } from '#domain/envelope/authentication.ts';
import type { Participant } from '#domain/envelope/graph.ts';
import type { Mismatch, SignIn } from '#domain/envelope/sign-in.ts';
import { isSentCode } from '#domain/envelope/status.ts';
import { createInvalidRefusal, createRefusal, type Refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { authenticatedAnswer, authenticateInput, startAnswer } from '#wire/signer-authentication.ts';
import { verifyPassword } from '#server/crypto/password/password.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  type CodeAttempts,
  finishAttempt,
  readAttempts,
  returnAttempt,
  startCode,
  takeAttempt,
  useCode,
} from '#server/db/envelopes/code-attempts.ts';
import { createCodeNonce, matchesSentCode } from '#server/envelopes/sent-code.ts';
import { completeSignIn, readAttempt, readProviderAccess, signInAttempt } from '#server/envelopes/sign-in.ts';
import { createAuthenticatedToken } from '#server/envelopes/signer-link.ts';
import { type ProviderAccess, ProviderFailure } from '#server/outbound/identity-provider.ts';
import type { Services } from '#server/runtime/services.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope, type OwnEnvelope } from './load-signer-envelope.ts';

/**
 * Emails or texts a code to the participant, or returns where they sign in. An earlier code stops working.
 */
export const startAuthentication = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/authenticate/start',
      tags: ['Signer'],
      summary: 'Request a code',
      description:
        'Emails or texts the participant a code of six digits that works once, for 10 minutes. An earlier code stops working. Can be repeated after 30 seconds, 20 times an hour. For oidc, returns 200 with the URL where the person signs in; the identity provider sends them back to the signing page within 10 minutes, whose query is the code. Only for participants who are authenticated in one of these ways. 503 `unavailable` with the reason provider_failed if the identity provider fails.',
    },
    rest: {
      success: 204,
      otherSuccess: { status: 200, applies: (answer) => answer !== undefined },
      errors: ['invalid_state'],
      beforeAuthentication: true,
    },
  })
  .input(z.strictObject({}))
  .output(startAnswer.optional())
  .mutation(async ({ ctx }) => {
    const { services } = ctx;
    const own = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const { graph, participant, organization } = own;
    const { authenticationMethod: method, id: participantId, linkEpoch } = participant;
    const access = await requireProviderAccess(services, own, participant);
    if (access === null && !isSentCode(method))
      throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'no_code_to_send' });
    if (access === null) await services.rates.sentCode.take(participantId);
    const { id: organizationId } = organization;
    const now = services.clock();
    const nonce = createCodeNonce();
    const url =
      access === null
        ? null
        : await services.identityProviders
            .signInUrl(access, signInAttempt(services.config, organizationId, nonce))
            .catch((error: unknown) => refuseProviderFailure(services, access, error));
    await transaction(services.db, { organizationId }, async (tx) => {
      const link = { organizationId, participantId, linkEpoch };
      if (!(await startCode(tx, link, nonce, now, url === null ? 'later' : 'atOnce')))
        throw createTooSoonRefusal(await readAttempts(tx, participantId), linkEpoch, now);
      if (url === null) await services.queue.enqueue(tx, [createCodeJob(participant, now.toISOString())]);
    });
    return url === null ? undefined : { url };
  });

/** Exchanges a code for a token that opens the envelope. */
export const authenticate = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/authenticate',
      tags: ['Signer'],
      summary: 'Prove who you are',
      description:
        "Takes the participant's access code, the code that was emailed or texted to them, or the query with which their identity provider sent them back. The returned token replaces the link's token in every other call. A wrong code is refused with `details.reason` wrong_code and `details.attemptsLeft`. Five wrong codes lock the link for 15 minutes. For oidc, `details.mismatch` says why a sign-in doesn't fit: email, email_unverified, name, acr or claims. If the identity provider fails, the call returns 503 `unavailable` with the reason provider_failed and doesn't count; if it was disabled, 409 `invalid_state` with provider_disabled.",
    },
    rest: { errors: ['invalid_state'], beforeAuthentication: true },
  })
  .input(authenticateInput)
  .output(authenticatedAnswer)
  .mutation(async ({ ctx, input: { code } }) => {
    const { services, claims } = ctx;
    const own = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const { graph, participant, organization } = own;
    const { authenticationMethod: method, id: participantId, linkEpoch } = participant;
    if (method === 'link')
      throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'no_code' });
    refuseLongCode(participant, code);
    const access = await requireProviderAccess(services, own, participant);
    const { id: organizationId } = organization;
    const now = services.clock();
    const { taken, counted } = await transaction(services.db, { organizationId }, async (tx) => ({
      taken: await takeAttempt(tx, { organizationId, participantId, linkEpoch }, now),
      counted: await readAttempts(tx, participantId),
    }));
    if (taken === null) throw createTooSoonRefusal(counted, linkEpoch, now);
    const verdict = await judgeCode(services, participant, taken, code, access).catch(
      async (error: unknown) => {
        if (error instanceof ProviderFailure)
          await transaction(services.db, { organizationId }, (tx) => returnAttempt(tx, taken));
        return refuseProviderFailure(services, access, error);
      },
    );
    if (verdict.kind === 'wrong') {
      const { lockedUntil } = taken;
      if (lockedUntil !== null)
        await commitAsSigner(ctx, organizationId, (current) =>
          lockAuthentication(current, participantId, lockedUntil.toISOString()),
        );
      throw createWrongCodeRefusal(taken, verdict.mismatch);
    }
    await commitAsSigner(
      ctx,
      organizationId,
      (current, facts) => passAuthentication(current, participantId, facts, verdict.signIn),
      async (tx) => {
        // A sign-in has already used up its code.
        const open = access === null ? taken : { ...taken, codeNonce: null };
        if (!(await finishAttempt(tx, open))) throw createWrongCodeRefusal(taken, null);
      },
    );
    return createAuthenticatedToken(services, claims, method);
  });

/**
 * What a code proves. `mismatch` means that the person signed in, but isn't who the sender asked for, or
 * didn't sign in the way that the sender asked for.
 */
type Verdict =
  | { readonly kind: 'right'; readonly signIn: SignIn | null }
  | { readonly kind: 'wrong'; readonly mismatch: Mismatch | null };

function createWrongCodeRefusal({ attempts }: CodeAttempts, mismatch: Mismatch | null) {
  const attemptsLeft = LIMITS.wrongCodesMax - attempts;
  const details = { reason: 'wrong_code', attemptsLeft, ...(mismatch === null ? {} : { mismatch }) };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.wrong_code);
}

/**
 * Checks a code by the participant's authentication method. `access` belongs to their identity provider.
 * Throws ProviderFailure.
 */
async function judgeCode(
  services: Pick<Services, 'config' | 'clock' | 'db' | 'identityProviders'>,
  participant: Participant,
  taken: CodeAttempts,
  code: string,
  access: ProviderAccess | null,
): Promise<Verdict> {
  if (access === null) {
    const isRight = await isCorrectCode(services, participant, taken, code);
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

async function isCorrectCode(
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
function refuseLongCode({ authenticationMethod: method }: Participant, code: string): void {
  if (method !== 'oidc' && code.length > LIMITS.accessCodeMaxChars)
    throw createInvalidRefusal([
      { path: '/code', message: `must be at most ${LIMITS.accessCodeMaxChars} characters` },
    ]);
}

/**
 * Creates the refusal for a link that is locked or whose code was just sent. Any other link has been
 * replaced.
 */
function createTooSoonRefusal(counted: CodeAttempts | null, linkEpoch: number, now: Date): Refusal {
  if (counted === null || counted.linkEpoch !== linkEpoch)
    return createRefusal('unauthorized', { reason: 'link_replaced' });
  const { lockedUntil, codeSentAt } = counted;
  const isLocked = lockedUntil !== null && lockedUntil > now;
  const until = isLocked ? lockedUntil.getTime() : (codeSentAt?.getTime() ?? 0) + LIMITS.sentCodeAgainMs;
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  return createRefusal('rate_limited', { reason: isLocked ? 'locked' : 'code_just_sent', retryAfterSeconds });
}

/**
 * Returns the identity provider that a participant signs in with; null if they prove their identity in
 * another way.
 */
async function requireProviderAccess(
  services: Services,
  { graph, organization }: OwnEnvelope,
  { authenticationProvider: id }: Participant,
): Promise<ProviderAccess | null> {
  if (id === null) return null;
  const access = await readProviderAccess(services, organization.id, id);
  if (access === null)
    throw createRefusal('invalid_state', { status: graph.envelope.status, reason: 'provider_disabled' });
  return access;
}

/**
 * Refuses with `unavailable` if the identity provider failed. Only the log says why, because people can't do
 * anything about it.
 */
function refuseProviderFailure(services: Services, access: ProviderAccess | null, error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  const { id, organizationId } = access?.provider ?? {};
  services.log.warn(
    { identityProvider: id, organizationId, reason: error.message },
    'identity provider failed',
  );
  throw createRefusal(
    'unavailable',
    { reason: 'provider_failed' },
    REFUSAL_MESSAGES.identity_provider_failed,
  );
}
