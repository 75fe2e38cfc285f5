import { z } from 'zod';
import { findDocument } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { formatDocumentFilename, serveFile } from '#server/document/serve.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Downloads the PDF of a template. */
export const getTemplateDocument = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/templates/{id}/document',
      tags: ['Templates'],
      summary: 'Download the PDF of a template',
      description:
        'Returns the PDF that signers of new envelopes see. Its pages are those that fields refer to.',
    },
    rest: { errors: ['not_found'], answer: 'bytes' },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(z.instanceof(Response))
  .query(async ({ ctx: { services, member }, input }) => {
    const graph = await loadTemplate(services, member.organizationId, input.id);
    const document = findDocument(graph, 'prepared');
    if (document === null) throw createRefusal('not_found');
    const filename = formatDocumentFilename(graph.template.name, 'prepared');
    return await serveFile(services, document, { filename, disposition: 'inline' });
  });
