import { z } from 'zod';
import { copy } from '#domain/envelope/copy.ts';
import { createRefusal } from '#domain/errors.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commitNew } from '#server/commit.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';

/** Creates a draft that is a copy of an envelope. */
export const copyEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/copy',
      tags: ['Envelopes'],
      summary: 'Copy an envelope',
      description:
        "Creates a draft with the same document, recipients, fields, message and policy, whatever the envelope's status. The values that signers entered, `metadata` and an expiry date that has passed aren't copied. The sender is the caller.",
    },
    rest: { success: 201, idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:read', 'envelopes:write'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId, sender } = member;
    return await runOnce<WireGraph>(ctx, {
      operation: 'copy-envelope',
      run: async (finish) => {
        const { source, organization } = await readTransaction(
          services.db,
          { organizationId },
          async (tx) => {
            const [graph, found] = await Promise.all([
              readGraph(tx, organizationId, id),
              readOrganization(tx, organizationId),
            ]);
            return { source: graph, organization: found };
          },
        );
        if (source === null) throw createRefusal('not_found');
        const facts = member.facts();
        const { expiryDays } = organization.defaults;
        const made = copy(source, { id: services.newId('envelope'), sender, expiryDays }, facts);
        if (made.kind === 'refuse') throw createRefusal(made.code, made.details);
        const graph = await commitNew(services, made.empty, facts, [made.create], (tx, written) =>
          finish(tx, toWireGraph(written)),
        );
        return toWireGraph(graph);
      },
      replay: replayStored(envelopeGraphSchema),
    });
  });
