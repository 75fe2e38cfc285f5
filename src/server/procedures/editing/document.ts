import { z } from 'zod';
import { serveDocumentFile } from '#server/procedures/envelope/document.ts';
import { editorProcedure } from '#server/trpc/audience.ts';

/** Returns the PDF that the page shows. */
export const getEditedDocument = editorProcedure('edit')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/editing/document',
      tags: ['Editing'],
      summary: 'Get the document',
      description: 'Returns the PDF that signers will see.',
    },
    rest: { errors: ['not_found', 'invalid_state'], answer: 'bytes' },
  })
  .input(z.strictObject({}))
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services, editing } }) => {
    const { organizationId, envelopeId: id } = editing;
    const wanted = { id, variant: 'prepared', documentId: null, download: false } as const;
    return await serveDocumentFile(services, organizationId, wanted);
  });
