import { z } from 'zod';
import { startEffects } from '#domain/bulk-send/start.ts';
import { invalid } from '#domain/errors.ts';
import { archived } from '#domain/template/archive.ts';
import { recipientList } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { insertBulkSend } from '#server/db/bulk-sends.ts';
import { loadTemplate } from '#server/db/templates-change.ts';
import { within } from '#server/db/transaction.ts';
import { sending } from '#server/trpc/audience.ts';
import { checkList } from './recipient-list.ts';

/**
 * Sends a template to every recipient of a list: all rows are right, or nothing is sent. The envelopes are made by a
 * job, each exactly once.
 */
export const startBulkSend = sending
  .input(z.strictObject({ templateId: pathId, ...recipientList }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx: { world, member }, input: { templateId, csv, filename } }) => {
    const { organizationId, sender } = member;
    await world.rates.heavy.take(sender.userId);
    const template = await loadTemplate(world, organizationId, templateId);
    if (template.template.archivedAt !== null) throw archived();
    const { rows, issues } = checkList(csv, template, sender, member.facts());
    if (issues.length > 0) {
      throw invalid(
        issues.map(({ line, column, message }) => ({
          path: '/csv',
          message: `line ${line}${column === null ? '' : `, ${column}`}: ${message}`,
        })),
      );
    }
    const id = world.newId('bulkSend');
    const bulk = {
      id,
      organizationId,
      templateId,
      createdBy: sender.userId,
      senderName: sender.name,
      senderEmail: sender.email,
      filename,
      rowCount: rows.length,
    };
    await within(world.db, { organizationId }, async (tx) => {
      await insertBulkSend(tx, bulk, rows, world.clock());
      await world.queue.enqueue(tx, startEffects(bulk));
    });
    return { id };
  });
