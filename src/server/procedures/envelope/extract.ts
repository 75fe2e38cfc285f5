import { z } from 'zod';
import { extractContract } from '#reading/contract/extract.ts';
import { extractSchema } from '#wire/extract.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readStoredReading, type StoredReading } from '#server/db/envelopes/contract-readings.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns the data of a completed contract. */
export const extractEnvelope = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/extract',
      tags: ['Envelopes'],
      summary: 'Extract data from a completed contract',
      description:
        "Returns the parties, lifecycle dates and labeled fields of a completed envelope, along with dates, governing law and parties found in labeled fields or the document's text, each with its wording, page and confidence. The text is read shortly after completion; `message` says whether this has happened. Until completion, the status is `not_extracted`.",
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(extractSchema)
  .query(async ({ ctx: { services, member }, input }) => {
    const graph = await loadGraph(services, member.organizationId, input.id);
    const about = { envelopeId: graph.envelope.id, envelopeStatus: graph.envelope.status };
    const stored = await transaction(services.db, { organizationId: member.organizationId }, (tx) =>
      readStoredReading(tx, graph.envelope.id),
    );
    const contract = extractContract(graph, stored?.reading ?? null);
    if (contract === null) {
      return {
        status: 'not_extracted' as const,
        ...about,
        message: "The contract isn't complete until everyone has signed.",
      };
    }
    const { parties, dates, fields, semantic } = contract;
    return {
      status: 'extracted' as const,
      ...about,
      message: getReadingMessage(stored),
      parties: [...parties],
      dates,
      fields: [...fields],
      semantic: {
        dates: [...semantic.dates],
        governingLaw: semantic.governingLaw,
        perpetual: semantic.perpetual,
        parties: semantic.parties.map((party) => ({ ...party, aliases: [...party.aliases] })),
      },
    };
  });

function getReadingMessage(stored: StoredReading): string {
  if (stored === null) return "Based on the signed fields. The document's text is still being read.";
  if (stored.reading === null) return "Based on the signed fields. The document's text can't be read.";
  return "Based on the signed fields and the document's text.";
}
