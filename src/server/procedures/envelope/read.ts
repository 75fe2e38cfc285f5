import { z } from 'zod';
import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { envelopeGraphSchema, toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { eventSchema } from '#wire/event.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { COUNT_MAX } from '#wire/text.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { readEvents, readGraph, readGraphVersion } from '#server/db/envelopes/envelopes.ts';
import { formatContentDisposition, formatDocumentFilename } from '#server/document/serve.ts';
import { zipStream } from '#server/document/zip.ts';
import { BlobMissingError } from '#server/storage/driver.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { passEncoded } from '#server/trpc/encoded-answer.ts';
import { openKeptAnswers } from './kept-answers.ts';

const keptGraphs = openKeptAnswers<WireGraph>((graph) => envelopeGraphSchema.parse(graph));

export const getEnvelope = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}',
      tags: ['Envelopes'],
      summary: 'Get an envelope',
      description: 'Returns the envelope with its participants in signing order and its fields.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
  .output(passEncoded(envelopeGraphSchema))
  .query(async ({ ctx: { services, member, takesEncoded }, input: { id } }) => {
    const { organizationId } = member;
    return await readTransaction(services.db, { organizationId }, async (tx) => {
      const make = async () => {
        const graph = await readGraph(tx, organizationId, id);
        if (graph === null) throw createRefusal('not_found');
        return toWireGraph(graph);
      };
      if (takesEncoded !== true) return await make();
      const now = services.clock().toISOString();
      const readVersion = () => readGraphVersion(tx, organizationId, id);
      return await keptGraphs.answer({
        request: `${organizationId} ${id}`,
        found: id,
        readVersion,
        make,
        now,
      });
    });
  });

/** Lists an envelope's hash-chained events. */
export const listEvents = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/events',
      tags: ['Envelopes'],
      summary: 'List events',
      description:
        'Returns all events in order, or with `after` those that came later. The salts and digests let anyone recompute the chain without a secret.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      after: z
        .int()
        .min(0)
        .max(COUNT_MAX)
        .default(0)
        .describe('Only events with a greater seq. Default: all.'),
    }),
  )
  .output(z.object({ items: z.array(eventSchema) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const items = await transaction(services.db, { organizationId }, (tx) =>
      readEvents(tx, organizationId, input.id, input.after),
    );
    if (items === null) throw createRefusal('not_found');
    return {
      items: items.map((event) => ({
        ...event,
        payload: event.payload === null ? null : { ...event.payload },
      })),
    };
  });

/**
 * Downloads several envelopes as one archive. Each is included as its sealed document, or as the one that was
 * sent if it isn't sealed. Refuses with `not_found` for envelopes of others, and with `invalid_state` for
 * envelopes without a document.
 */
export const downloadEnvelopes = memberProcedure('read')
  .input(z.strictObject({ ids: z.array(createPathIdSchema('envelope')).min(1).max(LIMITS.listLimitMax) }))
  .output(z.instanceof(Response))
  .query(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId, sender } = member;
    await services.rates.heavy.take(sender.userId);
    const ids = [...new Set(input.ids)];
    const graphs = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all(ids.map((id) => readGraph(tx, organizationId, id))),
    );
    const files = graphs.map(requireFile);
    if (files.reduce((sum, { document }) => sum + document.sizeBytes, 0) > LIMITS.archiveMaxBytes)
      throw createInvalidRefusal([
        { path: '/ids', message: 'has too many envelopes for one download. Choose fewer' },
      ]);
    await transaction(services.db, { organizationId }, (tx) =>
      recordAction(tx, ctx, {
        action: 'envelope.downloaded',
        subject: { id: null, name: String(ids.length) },
        details: { envelopes: ids.join(', ') },
      }),
    );
    const names = makeNamesUnique(files.map(({ name }) => name));
    const entries = files.map(({ document, modifiedAt }, index) => ({
      name: names[index] ?? '',
      modifiedAt,
      open: async () => {
        const blob = await services.storage.get(document.key);
        if (blob === null) throw new BlobMissingError(`document ${document.sha256} is not in storage`);
        return blob.stream;
      },
    }));
    const day = services.clock().toISOString().slice(0, 10);
    return new Response(zipStream(entries), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': formatContentDisposition('attachment', `Envelopes ${day}.zip`),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  });

function requireFile(graph: EnvelopeGraph | null): {
  document: EnvelopeDocument;
  name: string;
  modifiedAt: Date;
} {
  if (graph === null) throw createRefusal('not_found');
  const { id, displayName, status, updatedAt } = graph.envelope;
  const document = findDocument(graph, 'sealed') ?? findDocument(graph, 'prepared');
  if (document === null)
    throw createRefusal('invalid_state', { envelopeId: id, status, reason: 'document_missing' });
  return {
    document,
    name: formatDocumentFilename(displayName, document.variant),
    modifiedAt: new Date(updatedAt),
  };
}

/** Makes names unique regardless of case: `Lease.pdf`, `Lease (2).pdf`. */
function makeNamesUnique(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count++)
      free = name.replace(/(\.pdf)?$/, (ending) => ` (${count})${ending}`);
    taken.add(free.toLowerCase());
    return free;
  });
}
