import { z } from 'zod';
import { findDocument, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { formatContentDisposition, formatDocumentFilename } from '#server/document/serve.ts';
import { zipStream } from '#server/document/zip.ts';
import { BlobMissingError } from '#server/storage/driver.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/**
 * Downloads several envelopes as one archive. Each is included as its sealed document, or as the one that was
 * sent if it isn't sealed. Refuses with `not_found` for envelopes of others, and with `invalid_state` for
 * envelopes without a document.
 */
export const downloadEnvelopes = memberProcedure('read')
  .input(z.strictObject({ ids: z.array(createPathIdSchema('envelope')).min(1).max(LIMITS.listLimitMax) }))
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services, member }, input }) => {
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
