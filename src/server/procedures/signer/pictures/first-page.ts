import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import { createRefusal } from '#domain/errors.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { loadSignerEnvelope } from '../load-signer-envelope.ts';
import { servePicture } from './serve-picture.ts';

/**
 * Serves a picture of the first page. On a slow network, it arrives long before the document and its viewer.
 */
export const getFirstPage = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/first-page',
      tags: ['Signer'],
      summary: 'Get a picture of the first page',
      description:
        'Returns a small PNG of the first page, without answers, to the signer whose turn it is: something to show while the document is loading. It has 1.25 pixels per point. 204 if the page is too large or too complex to draw.',
    },
    rest: {
      success: 204,
      otherSuccess: { status: 200, applies: (answer) => answer !== undefined },
      errors: ['not_your_turn', 'invalid_state'],
      answer: 'bytes',
    },
  })
  .input(z.strictObject({}))
  .output(z.instanceof(Response).optional())
  .query(async ({ ctx }) => {
    const { services } = ctx;
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign']);
    const { status, organizationId } = graph.envelope;
    const document = findDocument(graph, 'prepared');
    if (status !== 'in_progress' || document === null) throw createRefusal('invalid_state', { status });
    if (!hasTurn(graph, participant.id)) throw createRefusal('not_your_turn');
    const png = await services.pictures.first(
      { organizationId, waiting: 'request' },
      { sha256: document.sha256, read: (use) => withLocalFile(services.storage, document.key, use) },
    );
    return png === null ? undefined : servePicture(png);
  });
