import { z } from 'zod';
import { resolveSenderTurn, signNow } from '#domain/envelope/sign-now.ts';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { createSigningLink } from '#server/envelopes/signer-link.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/**
 * Returns the signing link of the sender whose turn it is. Their session proves their account, and the log
 * records that; a code that the envelope asks for is still needed. Where no mail server could confirm an
 * address, the link is the only proof, as for everybody else, and the log doesn't mention an account.
 */
export const signEnvelopeNow = sessionProcedure
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx: { services, member, session }, input: { id } }) => {
    const { id: userId, email, emailVerified } = session.user;
    const mayConfirm = services.config.mail.kind !== 'outbox';
    // Someone who signed up with another person's address hasn't proved that it is theirs.
    if (!emailVerified && mayConfirm)
      throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.email_unconfirmed);
    const facts = member.facts();
    const account = { userId, email };
    const target = { organizationId: member.organizationId, envelopeId: id };
    const graph = emailVerified
      ? await commit(services, target, facts, (current) => signNow(current, account, facts))
      : await loadGraph(services, target.organizationId, target.envelopeId);
    const found = resolveSenderTurn(graph, account, facts);
    if (found.kind === 'refuse') throw createRefusal(found.code, found.details);
    return { url: createSigningLink(services, graph.envelope, found.participant, 'sign') };
  });
