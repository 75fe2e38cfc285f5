import { z } from 'zod';
import { codeRequested } from '#domain/envelope/authentication.ts';
import { isSentCode } from '#domain/envelope/status.ts';
import { createRefusal } from '#domain/errors.ts';
import { createCodeNonce } from '#server/envelopes/sent-code.ts';
import { signInAttempt } from '#server/envelopes/sign-in.ts';
import { readAttempts, startCode } from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { startAnswer } from '#wire/signer-authentication.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { createTooSoonRefusal } from './codes.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';
import { refuseProviderFailure, requireProviderAccess } from './provider-access.ts';

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
      if (url === null) await services.queue.enqueue(tx, [codeRequested(participant, now.toISOString())]);
    });
    return url === null ? undefined : { url };
  });
