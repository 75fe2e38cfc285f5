import { z } from 'zod';
import { startEffects } from '#domain/bulk-send/start.ts';
import { invalid } from '#domain/errors.ts';
import { archived } from '#domain/template/archive.ts';
import { recipientList } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { insertBulkSend } from '#server/db/envelopes/bulk-sends.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { withHashedRecipients } from '#server/envelopes/access-codes.ts';
import { instantiateRow } from '#wire/template-input.ts';
import type { ListedRow } from '#domain/bulk-send/read-list.ts';
import { checkList } from './recipient-list.ts';
import { readMeans } from '#server/envelopes/means.ts';

/**
 * Sends a template to every recipient of a list if all rows are valid. A job creates each envelope exactly
 * once.
 */
export const startBulkSend = memberProcedure('send')
  .input(z.strictObject({ templateId: pathId, ...recipientList }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx: { services, member }, input: { templateId, csv, filename } }) => {
    const { organizationId, sender } = member;
    await services.rates.heavy.take(sender.userId);
    const template = await loadTemplate(services, organizationId, templateId);
    if (template.template.archivedAt !== null) throw archived();
    const means = await readMeans(services, organizationId);
    const { rows, issues } = checkList(csv, template, sender, means, member.facts());
    if (issues.length > 0) {
      throw invalid(
        issues.map(({ line, column, message }) => ({
          path: '/csv',
          message: `line ${line}${column === null ? '' : `, ${column}`}: ${message}`,
        })),
      );
    }
    const hashed: ListedRow[] = [];
    for (const row of rows) hashed.push(await withHashedRow(row));
    const id = services.newId('bulkSend');
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
    await transaction(services.db, { organizationId }, async (tx) => {
      await insertBulkSend(tx, bulk, hashed, services.clock());
      await services.queue.enqueue(tx, startEffects(bulk));
    });
    return { id };
  });

/** Rows wait in the database, where no access code is stored. */
async function withHashedRow(row: ListedRow): Promise<ListedRow> {
  const { recipients } = instantiateRow.parse(row.input);
  const coded = Object.entries(await withHashedRecipients(recipients)).flatMap(
    ([role, { authentication }]) =>
      authentication?.method === 'access_code' ? [[role, authentication] as const] : [],
  );
  const hashed = coded.map(([role, { method, codeHash }]) => [
    role,
    { ...row.input.recipients[role], authentication: { method, codeHash: codeHash ?? '' } },
  ]);
  return {
    ...row,
    input: { ...row.input, recipients: { ...row.input.recipients, ...Object.fromEntries(hashed) } },
  };
}
