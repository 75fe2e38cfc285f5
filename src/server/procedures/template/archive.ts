import { z } from 'zod';
import { archive, restore } from '#domain/template/archive.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { templateSchema } from '#wire/template.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { changeTemplateOnce } from '#server/trpc/idempotency.ts';

export const archiveTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/templates/{id}',
      tags: ['Templates'],
      summary: 'Archive a template',
      description:
        'An archived template cannot be used to create envelopes until it is restored. Its document is kept, and existing envelopes are not affected. Archiving it again changes nothing.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(templateSchema)
  .mutation(async ({ ctx, input }) => {
    const { now } = ctx.member.facts();
    return await changeTemplateOnce(ctx, 'archive-template', input.id, ({ template }) => ({
      template: archive(template, now),
    }));
  });

export const restoreTemplate = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates/{id}/restore',
      tags: ['Templates'],
      summary: 'Restore a template',
      description: 'Makes an archived template active again. Restoring an active template changes nothing.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(templateSchema)
  .mutation(async ({ ctx, input }) => {
    const { now } = ctx.member.facts();
    return await changeTemplateOnce(ctx, 'restore-template', input.id, ({ template }) => ({
      template: restore(template, now),
    }));
  });
