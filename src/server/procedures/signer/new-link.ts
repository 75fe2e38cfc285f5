import { z } from 'zod';
import { findSuccessor } from '#domain/envelope/old-link.ts';
import { renewLink } from '#domain/envelope/renew-link.ts';
import { createRefusal } from '#domain/errors.ts';
import { newLinkAnswer } from '#wire/signer.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { readLinkedEvents, readLinkedEnvelope } from './load-signer-envelope.ts';

/**
 * Emails a new link to the participant's address at the request of whoever holds an old link. The response
 * doesn't reveal whether an email was sent.
 */
export const requestNewLink = signerProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/signer/new-link',
      tags: ['Signer'],
      summary: 'Request a new link',
      description:
        'Also works with an expired or replaced link. Emails the participant at the address in the envelope, at most once an hour and only while there is something to sign. The response is always the same.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(newLinkAnswer)
  .mutation(async ({ ctx: { services, claims, organizationId, audit } }) => {
    const { env: envelopeId, part, purpose } = claims;
    if (purpose !== 'sign') throw createRefusal('unauthorized');
    if (organizationId === null) return { accepted: true as const };
    const call = { services, claims, organizationId };
    const { graph } = await readLinkedEnvelope(call);
    const isGone = !graph.participants.some(({ id }) => id === part);
    const successor = isGone
      ? findSuccessor(graph, await readLinkedEvents(call, organizationId), part)
      : undefined;
    const id = successor?.id ?? part;
    const facts = collectFacts({ type: 'signer', id }, services, audit);
    await commit(services, { organizationId, envelopeId }, facts, (locked) => renewLink(locked, id, facts));
    return { accepted: true as const };
  });
