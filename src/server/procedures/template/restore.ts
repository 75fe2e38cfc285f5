import { z } from 'zod';
import { restore } from '#domain/template/archive.ts';
import { templateSchema } from '#wire/template.ts';
import { pathId } from '#wire/text.ts';
import { sending } from '#server/trpc/audience.ts';
import { templateOnce } from '#server/trpc/template-once.ts';

/** Makes an archived template active again. */
export const restoreTemplate = sending
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/templates/{id}/restore',
      tags: ['Templates'],
      summary: 'Restore a template',
      description: 'Makes an archived template active again. Restoring an active one changes nothing.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: pathId }))
  .output(templateSchema)
  .mutation(async ({ ctx, input }) => {
    const { now } = ctx.member.facts();
    return await templateOnce(ctx, 'restore-template', input.id, ({ template }) => restore(template, now));
  });
