import { z } from 'zod';
import { bulkTarget, rowIssueSchema } from '#wire/bulk-send.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { checkList } from './recipient-list.ts';
import { readMeans } from '#server/envelopes/means.ts';

/** Returns the problems of a recipient list, without sending anything. */
export const checkBulkSend = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/bulk-send-checks',
      tags: ['Bulk sends'],
      summary: 'Check a recipient list',
      description: 'Returns what is wrong with which line and column, without sending anything.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject(bulkTarget))
  .output(z.object({ rowCount: z.int(), issues: z.array(rowIssueSchema) }))
  .mutation(async ({ ctx: { services, member }, input: { templateId, csv } }) => {
    await services.rates.bulkCheck.take(member.sender.userId);
    const template = await loadTemplate(services, member.organizationId, templateId);
    const means = await readMeans(services, member.organizationId);
    const { rows, issues } = checkList(csv, template, member.sender, means, member.facts());
    return { rowCount: rows.length, issues: [...issues] };
  });
