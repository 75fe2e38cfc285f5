import { z } from 'zod';
import { requestDetection } from '#domain/envelope/detect.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { commit } from '#server/commit.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Detects the fields of a draft's document. Can be repeated. */
export const detectFields = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/detect',
      tags: ['Envelopes'],
      summary: 'Detect fields',
      description:
        'Detects fields and parties in the document of a draft. The envelope has the status `detecting` until a job has added the results, then `review`. Existing fields are kept, and no field is added on top of one.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, member }, input: { id, expectedVersion: version } }) => {
    const target = { organizationId: member.organizationId, envelopeId: id, expectedVersion: version };
    return toWireGraph(await commit(services, target, member.facts(), requestDetection));
  });
