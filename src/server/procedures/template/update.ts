import { z } from 'zod';
import { invalid } from '#domain/errors.ts';
import { change, patternIssues } from '#domain/template/change.ts';
import { changeTemplateBody } from '#wire/template-input.ts';
import { templateSchema } from '#wire/template.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { idempotentTemplate } from '#server/trpc/idempotent-template.ts';

export const updateTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/templates/{id}',
      tags: ['Templates'],
      summary: 'Update a template',
      description:
        'Changes the name, the name pattern or both. null clears the pattern. Existing envelopes keep the pattern they were created with.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: pathIdOf('template'), ...changeTemplateBody }))
  .output(templateSchema)
  .mutation(async ({ ctx, input: { id, ...input } }) => {
    const { now } = ctx.member.facts();
    return await idempotentTemplate(ctx, 'update-template', id, (graph) => {
      const issues = input.namePattern == null ? [] : patternIssues(input.namePattern, graph);
      if (issues.length > 0) throw invalid(issues);
      return change(graph.template, input, now);
    });
  });
