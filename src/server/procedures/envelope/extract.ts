import { z } from 'zod';
import { extractContract } from '#domain/extraction/extract.ts';
import { extractSchema } from '#wire/extract.ts';
import { pathId } from '#wire/text.ts';
import { loadGraph } from '#server/db/load-graph.ts';
import { reading } from '#server/trpc/audience.ts';

/** Gives a completed contract back as data. */
export const extractEnvelope = reading
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/extract',
      tags: ['Envelopes'],
      summary: 'Read a completed contract as data',
      description:
        'Parties, lifecycle dates and labelled fields of a completed envelope, with dates and governing law where labels name them. `not_extracted` until then.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(z.strictObject({ id: pathId }))
  .output(extractSchema)
  .query(async ({ ctx: { world, member }, input }) => {
    const graph = await loadGraph(world, member.organizationId, input.id);
    const about = { envelopeId: graph.envelope.id, envelopeStatus: graph.envelope.status };
    const contract = extractContract(graph);
    if (contract === null) {
      return {
        status: 'not_extracted' as const,
        ...about,
        message: 'There is nothing to read before every party has signed.',
      };
    }
    const { parties, dates, fields, semantic } = contract;
    return {
      status: 'extracted' as const,
      ...about,
      message: 'Read from the signed fields.',
      parties: [...parties],
      dates,
      fields: [...fields],
      semantic: { dates: [...semantic.dates], governingLaw: semantic.governingLaw },
    };
  });
