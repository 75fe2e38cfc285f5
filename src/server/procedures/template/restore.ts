import { z } from 'zod';
import { restore } from '#domain/template/archive.ts';
import { templateSchema } from '#wire/template.ts';
import { pathId } from '#wire/text.ts';
import { changeTemplate } from '#server/db/templates-change.ts';
import { sending } from '#server/trpc/audience.ts';

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
  .mutation(async ({ ctx: { world, member }, input }) => {
    const { now } = member.facts();
    return await changeTemplate(world, member.organizationId, input.id, ({ template }) =>
      restore(template, now),
    );
  });
