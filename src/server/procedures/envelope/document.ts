import { z } from 'zod';
import { documentOf, DOCUMENT_VARIANTS } from '#domain/envelope/graph.ts';
import { refusal } from '#domain/errors.ts';
import { pathId } from '#wire/text.ts';
import { loadGraph } from '#server/db/load-graph.ts';
import { documentFilename, serveDocument } from '#server/document/serve.ts';
import { reading } from '#server/trpc/audience.ts';

/** Downloads a file of an envelope. */
export const getDocument = reading
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/document',
      tags: ['Envelopes'],
      summary: 'Download a document',
      description:
        'The bytes as uploaded (original), as shown and signed (prepared), or sealed. `invalid_state` while there is no such file.',
    },
    rest: { errors: ['not_found', 'invalid_state'], answer: 'bytes' },
  })
  .input(
    z.strictObject({
      id: pathId,
      variant: z.enum(DOCUMENT_VARIANTS).optional().describe('Default: original.'),
      download: z.boolean().optional().describe('Whether a browser saves the file rather than showing it.'),
    }),
  )
  .output(z.instanceof(Response))
  .query(async ({ ctx: { world, member }, input: { id, variant = 'original', download } }) => {
    const graph = await loadGraph(world, member.organizationId, id);
    const document = documentOf(graph, variant);
    if (document === null)
      throw refusal('invalid_state', { status: graph.envelope.status, reason: 'document_missing' });
    const filename =
      variant === 'original'
        ? graph.envelope.originalFilename
        : documentFilename(graph.envelope.displayName, variant);
    // The original may hold scripts: it is never shown within our origin.
    const disposition = download === true || variant === 'original' ? 'attachment' : 'inline';
    return await serveDocument(world, document, { filename, disposition });
  });
