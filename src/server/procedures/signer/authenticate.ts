import { lockAuthentication, passAuthentication } from '#domain/envelope/authentication.ts';
import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { authenticateInput, authenticatedAnswer } from '#wire/signer-authentication.ts';
import { finishAttempt, readAttempts, takeAttempt } from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { authenticatedToken } from '#server/envelopes/signer-link.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { codeMatches, tooSoon } from './codes.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

/** Exchanges a code for a token that opens the envelope. */
export const authenticate = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/authenticate',
      tags: ['Signer'],
      summary: 'Prove who you are',
      description:
        "Takes the participant's access code or the code that was emailed or texted to them. The returned token replaces the link's token in every other call. A wrong code is refused with `details.reason` wrong_code and `details.attemptsLeft`. Five wrong codes lock the link for 15 minutes.",
    },
    rest: { errors: ['invalid_state'], beforeAuthentication: true },
  })
  .input(authenticateInput)
  .output(authenticatedAnswer)
  .mutation(async ({ ctx, input: { code } }) => {
    const { services, claims } = ctx;
    const { graph, participant, organization } = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const { authenticationMethod: method, id: participantId, linkEpoch } = participant;
    if (method === 'link')
      throw refusal('invalid_state', { status: graph.envelope.status, reason: 'no_code' });
    const { id: organizationId } = organization;
    const now = services.clock();
    const { taken, counted } = await transaction(services.db, { organizationId }, async (tx) => ({
      taken: await takeAttempt(tx, { organizationId, participantId, linkEpoch }, now),
      counted: await readAttempts(tx, participantId),
    }));
    if (taken === null) throw tooSoon(counted, linkEpoch, now);
    if (!(await codeMatches(services, participant, taken, code))) {
      const { lockedUntil } = taken;
      if (lockedUntil !== null)
        await commitAsSigner(ctx, organizationId, (current) =>
          lockAuthentication(current, participantId, lockedUntil.toISOString()),
        );
      throw wrongCode(LIMITS.wrongCodesMax - taken.attempts);
    }
    await commitAsSigner(
      ctx,
      organizationId,
      (current, facts) => passAuthentication(current, participantId, facts),
      async (tx) => {
        if (!(await finishAttempt(tx, taken))) throw wrongCode(LIMITS.wrongCodesMax - taken.attempts);
      },
    );
    return authenticatedToken(services, claims, method);
  });

function wrongCode(attemptsLeft: number) {
  return refusal('unauthorized', { reason: 'wrong_code', attemptsLeft }, REFUSAL_MESSAGES.wrong_code);
}
