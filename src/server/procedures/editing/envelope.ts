import { z } from 'zod';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { editorProcedure } from '#server/trpc/audience.ts';

/** Returns the draft that the page edits. */
export const getEditedEnvelope = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/editing/envelope',
      tags: ['Editing'],
      summary: 'Get the draft',
      description: 'Returns the draft with its participants in signing order and its fields.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({}))
  .output(envelopeGraphSchema)
  .query(async ({ ctx: { services, editing } }) =>
    toWireGraph(await loadGraph(services, editing.organizationId, editing.envelopeId)),
  );
