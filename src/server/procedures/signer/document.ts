import { z } from 'zod';
import { documentOf } from '#domain/envelope/graph.ts';
import { isTurnOf } from '#domain/envelope/turn.ts';
import { refusal } from '#domain/errors.ts';
import { documentFilename, serveDocument } from '#server/document/serve.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';

/** Serves the PDF to the current signer, or the sealed copy after completion. */
export const getSignerDocument = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/document',
      tags: ['Signer'],
      summary: 'Download the document',
      description:
        'Returns the PDF that is signed to the signer whose turn it is, and the sealed PDF once the envelope is completed.',
    },
    rest: { errors: ['not_your_turn', 'invalid_state'], answer: 'bytes' },
  })
  .input(z.strictObject({ download: z.boolean().optional() }))
  .output(z.instanceof(Response))
  .query(async ({ ctx, input }) => {
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign', 'copy', 'document']);
    const { status, displayName } = graph.envelope;
    if (status === 'in_progress' && !isTurnOf(graph, participant.id)) throw refusal('not_your_turn');
    const variant = status === 'in_progress' ? 'prepared' : 'sealed';
    const document = documentOf(graph, variant);
    if (document === null) throw refusal('invalid_state', { status });
    const disposition = input.download === true ? 'attachment' : 'inline';
    return await serveDocument(ctx.services, document, {
      filename: documentFilename(displayName, variant),
      disposition,
    });
  });
