import { z } from 'zod';
import { unschedule } from '#domain/envelope/schedule.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Cancels the scheduled sending of a draft. Refuses with `invalid_state` if it has already been sent. */
export const unscheduleEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/unschedule',
      tags: ['Envelopes'],
      summary: 'Cancel the scheduled sending',
      description: 'The draft stays. Returns 409 `invalid_state` if it was sent.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return toWireGraph(await commit(services, target, member.facts(), unschedule));
  });
