import { z } from 'zod';
import { recipientList, rowIssueSchema } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { loadTemplate } from '#server/db/templates-change.ts';
import { sending } from '#server/trpc/audience.ts';
import { checkList } from './recipient-list.ts';

/** Says what is wrong with a recipient list before anything is sent. */
export const checkBulkSend = sending
  .input(z.strictObject({ templateId: pathId, ...recipientList }))
  .output(z.object({ rowCount: z.int(), issues: z.array(rowIssueSchema) }))
  .mutation(async ({ ctx: { world, member }, input: { templateId, csv } }) => {
    await world.rates.heavy.take(member.sender.userId);
    const template = await loadTemplate(world, member.organizationId, templateId);
    const { rows, issues } = checkList(csv, template, member.sender, member.facts());
    return { rowCount: rows.length, issues: [...issues] };
  });
