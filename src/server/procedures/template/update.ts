import { z } from 'zod';
import { invalid } from '#domain/errors.ts';
import { change, patternIssues } from '#domain/template/change.ts';
import { changeRoles, removalIssues } from '#domain/template/change-roles.ts';
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
        'Changes what is given. null clears the pattern and the message. Existing envelopes stay as they are.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: pathIdOf('template'), ...changeTemplateBody }))
  .output(templateSchema)
  .mutation(async ({ ctx, input: { id, roles: renamed = [], removeRoles: removed = [], ...input } }) => {
    const facts = ctx.member.facts();
    return await idempotentTemplate(ctx, 'update-template', id, (graph, form) => {
      const template = change(graph.template, input, facts.now);
      const roles = changeRoles(graph, renamed, removed, facts);
      const issues = [
        ...(input.namePattern == null ? [] : patternIssues(input.namePattern, graph)),
        ...roles.issues,
        ...(removed.length === 0 ? [] : removalIssues({ ...graph, template }, removed, form)),
      ];
      if (issues.length > 0) throw invalid(issues);
      if (renamed.length + removed.length === 0) return { template };
      return { template: { ...template, updatedAt: facts.now }, roles: roles.roles };
    });
  });
