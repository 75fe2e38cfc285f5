import { z } from 'zod';
import { openSession } from '#domain/envelope/page-session.ts';
import { createRefusal } from '#domain/errors.ts';
import { openedSessionAnswer } from '#wire/page-session.ts';
import { readPageSession, usePageSession } from '#server/db/envelopes/page-sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createSessionToken } from '#server/envelopes/signer-link.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { commitAsSigner, loadSignerEnvelope } from './load-signer-envelope.ts';

/** Exchanges the token of a session URL for the page's own token. */
export const openPageSession = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/session',
      tags: ['Signer'],
      summary: 'Open a session',
      description:
        'Takes the token of a session URL, once. The returned token replaces it in every other call. Records `participant.session_opened`.',
    },
    rest: { errors: ['invalid_state'], beforeAuthentication: true },
  })
  .input(z.strictObject({}))
  .output(openedSessionAnswer)
  .mutation(async ({ ctx }) => {
    const { services, claims } = ctx;
    const { graph, participant, organization } = await loadSignerEnvelope(ctx, ['session']);
    const { id: organizationId } = organization;
    const session = await transaction(services.db, { organizationId }, (tx) =>
      readPageSession(tx, claims.sid ?? ''),
    );
    const { delivery } = participant;
    if (session === null || delivery === 'email')
      throw createRefusal('unauthorized', { reason: 'session_over' });
    await commitAsSigner(
      ctx,
      organizationId,
      (current, facts) => openSession(current, participant.id, session, organization.name, facts),
      async (tx) => {
        if (!(await usePageSession(tx, session.id, services.clock())))
          throw createRefusal('unauthorized', { reason: 'session_over' });
      },
    );
    const { returnUrl } = session;
    return { ...createSessionToken(services, graph.envelope, claims), returnUrl, delivery };
  });
