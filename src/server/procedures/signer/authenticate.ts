import { lockAuthentication, passAuthentication } from '#domain/envelope/authentication.ts';
import type { Mismatch } from '#domain/envelope/sign-in.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { authenticateInput, authenticatedAnswer } from '#wire/signer-authentication.ts';
import {
  finishAttempt,
  readAttempts,
  returnAttempt,
  takeAttempt,
  type CodeAttempts,
} from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createAuthenticatedToken } from '#server/envelopes/signer-link.ts';
import { ProviderFailure } from '#server/outbound/identity-provider.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { judgeCode, refuseLongCode, createTooSoonRefusal } from './codes.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';
import { refuseProviderFailure, requireProviderAccess } from './provider-access.ts';

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

function createWrongCodeRefusal({ attempts }: CodeAttempts, mismatch: Mismatch | null) {
  const attemptsLeft = LIMITS.wrongCodesMax - attempts;
  const details = { reason: 'wrong_code', attemptsLeft, ...(mismatch === null ? {} : { mismatch }) };
  return createRefusal('unauthorized', details, REFUSAL_MESSAGES.wrong_code);
}
