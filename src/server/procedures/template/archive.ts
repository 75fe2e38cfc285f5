import { z } from 'zod';
import { archive } from '#domain/template/archive.ts';
import { templateSchema } from '#wire/template.ts';
import { pathId } from '#wire/text.ts';
import { sending } from '#server/trpc/audience.ts';
import { templateOnce } from '#server/trpc/template-once.ts';

/** Archives a template. */
export const archiveTemplate = sending
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/templates/{id}',
      tags: ['Templates'],
      summary: 'Archive a template',
      description:
        'Takes the template out of use: no envelopes can be made from it until it is restored. Its document is kept, and envelopes that were made from it go on. Archiving an archived one changes nothing.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['templates:write'], rest: true },
  })
  .input(z.strictObject({ id: pathId }))
  .output(templateSchema)
  .mutation(async ({ ctx, input }) => {
    const { now } = ctx.member.facts();
    return await templateOnce(ctx, 'archive-template', input.id, ({ template }) => archive(template, now));
  });
