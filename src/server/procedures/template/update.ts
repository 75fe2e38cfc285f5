import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { change, validatePattern } from '#domain/template/change.ts';
import { changeRoles, validateRemoval } from '#domain/template/change-roles.ts';
import { changeTemplateBody } from '#wire/template-input.ts';
import { templateSchema } from '#wire/template.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { changeTemplateOnce } from '#server/trpc/idempotent-template.ts';

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
  .input(z.strictObject({ id: createPathIdSchema('template'), ...changeTemplateBody }))
  .output(templateSchema)
  .mutation(async ({ ctx, input: { id, roles: renamed = [], removeRoles: removed = [], ...input } }) => {
    const facts = ctx.member.facts();
    return await changeTemplateOnce(ctx, 'update-template', id, (graph, form) => {
      const template = change(graph.template, input, facts.now);
      const roles = changeRoles(graph, renamed, removed, facts);
      const issues = [
        ...(input.namePattern == null ? [] : validatePattern(input.namePattern, graph)),
        ...roles.issues,
        ...(removed.length === 0 ? [] : validateRemoval({ ...graph, template }, removed, form)),
      ];
      if (issues.length > 0) throw createInvalidRefusal(issues);
      if (renamed.length + removed.length === 0) return { template };
      return { template: { ...template, updatedAt: facts.now }, roles: roles.roles };
    });
  });
