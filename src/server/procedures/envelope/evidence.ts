import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { toWireDocuments } from '#wire/document.ts';
import { evidenceSchema } from '#wire/evidence.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readLogEvidence } from '#server/log/evidence.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns the evidence of an envelope for the offline verifier. */
export const getEvidence = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/evidence',
      tags: ['Envelopes'],
      summary: 'Get the evidence',
      description:
        "Returns the event chain and its head, its entry in the transparency log with the proof, the documents' hashes, and the seal's certificates.",
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(evidenceSchema)
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const [graph, events, log] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        readGraph(tx, organizationId, input.id),
        readEvents(tx, organizationId, input.id),
        readLogEvidence(tx, { organizationId, envelopeId: input.id, quorum: services.config.log.quorum }),
      ]),
    );
    if (graph === null || events === null) throw createRefusal('not_found');
    const sealed = findDocument(graph, 'sealed');
    const certificates =
      sealed === null
        ? []
        : await services.sealing.certificatesOf(await readBlob(services.storage, sealed.key));
    return {
      envelopeId: graph.envelope.id,
      organizationId,
      events: events.map((event) => ({
        ...event,
        payload: event.payload === null ? null : { ...event.payload },
      })),
      headHash: events.at(-1)?.hash ?? '',
      log,
      documents: {
        original: findDocument(graph, 'original')?.sha256 ?? null,
        prepared: findDocument(graph, 'prepared')?.sha256 ?? null,
        sealed: sealed?.sha256 ?? null,
        certificate: findDocument(graph, 'certificate')?.sha256 ?? null,
      },
      files: toWireDocuments(graph.files),
      attachments: graph.fields.flatMap(({ id: fieldId, attachment }) =>
        attachment === null ? [] : [{ fieldId, ...attachment }],
      ),
      sealCertificates: certificates.map((der) => Buffer.from(der).toString('base64')),
    };
  });
