import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { changeFields } from '#domain/template/change-fields.ts';
import { templateFieldsBody } from '#wire/template-input.ts';
import { templateGraphSchema, toWireTemplateGraph, type WireTemplateGraph } from '#wire/template.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { changeTemplateFields } from '#server/db/templates/change-template.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';
import { requirePersonForForm } from '#server/trpc/scopes.ts';

export const putTemplateFields = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/templates/{id}/fields',
      tags: ['Templates'],
      summary: 'Replace the fields of a template',
      description:
        'Replaces all fields. The document and the roles stay, and so do existing envelopes. Returns the template with its new fields.',
    },
    rest: { idempotency: 'stored', errors: ['not_found', 'version_conflict'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template'), ...templateFieldsBody }))
  .output(templateGraphSchema)
  .mutation(async ({ ctx, input: { id, expectedUpdatedAt = null, fields } }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    return await runOnce<WireTemplateGraph>(ctx, {
      operation: 'put-template-fields',
      run: async (finish) => {
        const changed = await changeTemplateFields(
          services,
          member.organizationId,
          id,
          (graph, form) => {
            requirePersonForForm(ctx.principal, form);
            const decision = changeFields(graph, { expectedUpdatedAt, fields }, facts);
            if (decision.kind === 'refuse') throw createRefusal(decision.code, decision.details);
            return decision.graph;
          },
          (tx, graph) => finish(tx, toWireTemplateGraph(graph)),
        );
        return toWireTemplateGraph(changed);
      },
      replay: replayStored(templateGraphSchema),
    });
  });
