import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { sortBySigningOrder } from '#domain/envelope/draft.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { requestMail } from '#server/envelopes/request-mail.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/**
 * Returns the email that asks a recipient of a draft to sign, as it would be sent. Its link leads nowhere.
 */
export const previewRequest = sessionProcedure
  .input(z.strictObject({ id: createPathIdSchema('envelope'), position: z.int().min(0) }))
  .output(z.object({ subject: z.string(), html: z.string() }))
  .query(async ({ ctx: { services, member }, input: { id, position } }) => {
    const { organizationId } = member;
    const [graph, organization] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([readGraph(tx, organizationId, id), readOrganization(tx, organizationId)]),
    );
    const inOrder = sortBySigningOrder(graph?.participants ?? []);
    const participant = inOrder[position];
    if (graph === null || participant === undefined) throw createRefusal('not_found');
    const { senderUserId } = graph.envelope;
    const sender = senderUserId === null ? null : await readUser(services.db.drizzle, senderUserId);
    const senderTimeZone = sender?.timeZone ?? null;
    const about = { graph, organization, branding: buildBranding(services, organization), senderTimeZone };
    const isFirst = participant.orderIndex === inOrder[0]?.orderIndex;
    const template = isFirst ? 'signature-request' : 'your-turn';
    const { subject, html } = requestMail(
      about,
      participant,
      template,
      `${services.config.http.origin}/sign`,
    );
    return { subject, html };
  });
