import { z } from 'zod';
import { codeRequested } from '#domain/envelope/authentication.ts';
import { isSentCode } from '#domain/envelope/status.ts';
import { refusal } from '#domain/errors.ts';
import { newCodeNonce } from '#server/envelopes/sent-code.ts';
import { readAttempts, startCode } from '#server/db/envelopes/code-attempts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { tooSoon } from './codes.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';

/** Emails or texts the participant a code. The one before stops working. */
export const startAuthentication = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/authenticate/start',
      tags: ['Signer'],
      summary: 'Request a code',
      description:
        'Emails or texts the participant a code of six digits that works once, for 10 minutes. An earlier code stops working. Can be repeated after 30 seconds. Only for participants who are authenticated by such a code.',
    },
    rest: { success: 204, errors: ['invalid_state'], beforeAuthentication: true },
  })
  .input(z.strictObject({}))
  .output(z.void())
  .mutation(async ({ ctx }) => {
    const { services } = ctx;
    const { graph, participant, organization } = await loadSignerEnvelope(ctx, ['sign', 'copy']);
    const { authenticationMethod: method, id: participantId, linkEpoch } = participant;
    if (!isSentCode(method))
      throw refusal('invalid_state', { status: graph.envelope.status, reason: 'no_code_to_send' });
    const { id: organizationId } = organization;
    const now = services.clock();
    await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await startCode(tx, { organizationId, participantId, linkEpoch }, newCodeNonce(), now)))
        throw tooSoon(await readAttempts(tx, participantId), linkEpoch, now);
      await services.queue.enqueue(tx, [codeRequested(participant, now.toISOString())]);
    });
  });
