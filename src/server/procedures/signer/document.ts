import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import { createRefusal } from '#domain/errors.ts';
import { formatDocumentFilename, serveFile } from '#server/document/serve.ts';
import { signerProcedure } from '#server/trpc/audience.ts';
import { serveCertificate, serveCurrent } from '#server/procedures/document/serve-current.ts';
import { loadCopy } from './copies/load.ts';
import { loadSignerEnvelope } from './load-signer-envelope.ts';

/** Serves the PDF to the current signer, to those who have signed, and to people who get a copy. */
export const getSignerDocument = signerProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/signer/document',
      tags: ['Signer'],
      summary: 'Download the document',
      description:
        "Returns the PDF that is signed to the signer whose turn it is, and the sealed PDF once the envelope is completed. `variant=current` adds the answers so far, also for those who have signed and for people who get a copy. Until the envelope is sealed, their file says that it is in progress. Others' private answers are never in it: if there are any, the completed document is returned without them, and without the seal. `variant=certificate` returns the certificate of completion where it is a file of its own, which `hasCertificateFile` tells.",
    },
    rest: { errors: ['not_your_turn', 'invalid_state'], answer: 'bytes' },
  })
  .input(
    z.strictObject({
      download: z.boolean().optional(),
      variant: z
        .enum(['current', 'certificate'])
        .optional()
        .describe(
          'Default: the PDF without answers, until it is sealed. certificate: the certificate of completion, if it is a file of its own.',
        ),
    }),
  )
  .output(z.instanceof(Response))
  .query(async ({ ctx, input }) => {
    const { services, claims } = ctx;
    const disposition = input.download === true ? 'attachment' : 'inline';
    const isCertificate = input.variant === 'certificate';
    if (claims.purpose === 'read') {
      const { graph, copy } = await loadCopy(ctx);
      if (isCertificate) return await serveCertificate(services, graph, { id: copy.id, disposition });
      return await serveCurrent(services, graph, { id: copy.id, marked: true, disposition });
    }
    const { graph, participant } = await loadSignerEnvelope(ctx, ['sign', 'copy', 'document']);
    if (isCertificate) return await serveCertificate(services, graph, { id: participant.id, disposition });
    const { status, displayName } = graph.envelope;
    const isOpen = status === 'in_progress';
    const hasSigned = participant.status === 'signed';
    if (isOpen && !hasTurn(graph, participant.id) && !(hasSigned && input.variant === 'current'))
      throw createRefusal('not_your_turn');
    const document = findDocument(graph, isOpen ? 'prepared' : 'sealed');
    const wantsCurrent = input.variant === 'current' && (isOpen || status === 'completed');
    if (wantsCurrent || (!isOpen && document !== null))
      return await serveCurrent(services, graph, { id: participant.id, marked: hasSigned, disposition });
    if (document === null) throw createRefusal('invalid_state', { status });
    return await serveFile(services, document, {
      filename: formatDocumentFilename(displayName, 'prepared'),
      disposition,
    });
  });
