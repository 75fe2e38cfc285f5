import { z } from 'zod';
import { templateGraphSchema, toWireTemplateGraph } from '#wire/template.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

export const getTemplate = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/templates/{id}',
      tags: ['Templates'],
      summary: 'Get a template',
      description: 'Returns an active or archived template with its roles in signing order and its fields.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:read'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(templateGraphSchema)
  .query(async ({ ctx: { services, member }, input }) =>
    toWireTemplateGraph(await loadTemplate(services, member.organizationId, input.id)),
  );
