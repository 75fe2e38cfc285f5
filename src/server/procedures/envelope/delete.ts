import { z } from 'zod';
import { deleteDraft } from '#domain/envelope/delete.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { eraseEvents } from '#server/db/envelopes/envelope-patch.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Deletes a draft and the personal data in its log. */
export const deleteEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/envelopes/{id}',
      tags: ['Envelopes'],
      summary: 'Delete a draft',
      description:
        'Only drafts can be deleted (status draft or review). A sent envelope can be voided but not deleted.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
    agent: { scopes: ['envelopes:write'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, member }, input }) => {
    const facts = member.facts();
    const target = { organizationId: member.organizationId, envelopeId: input.id };
    const decide = (graph: EnvelopeGraph) => deleteDraft(graph, facts);
    await commit(services, target, facts, decide, (tx) => eraseEvents(tx, target));
  });
