import { z } from 'zod';
import { startEffects } from '#domain/bulk-send/start.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { createArchivedRefusal } from '#domain/template/archive.ts';
import { bulkTarget } from '#wire/bulk-send.ts';
import { createIdSchema } from '#wire/identifier.ts';
import { insertBulkSend, findStartedBulkSend } from '#server/db/envelopes/bulk-sends.ts';
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
 * once. A repeated request returns the bulk send that the first request started.
 */
export const startBulkSend = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/bulk-sends',
      tags: ['Bulk sends'],
      summary: 'Send a template to a list',
      description:
        'Creates and sends an envelope for every line of the list, if all lines are valid. Repeating it with the same `requestId` returns the bulk send that the first call started.',
    },
    rest: { success: 201, errors: ['not_found', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      ...bulkTarget,
      requestId: z
        .uuid()
        .describe('Your own ID for this bulk send. It is started once.')
        .meta({ examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'] }),
    }),
  )
  .output(z.object({ id: createIdSchema('bulkSend') }))
  .mutation(async ({ ctx: { services, member }, input: { templateId, requestId, csv, filename } }) => {
    const { organizationId, sender } = member;
    await services.rates.heavy.take(sender.userId);
    const template = await loadTemplate(services, organizationId, templateId);
    const started = await transaction(services.db, { organizationId }, (tx) =>
      findStartedBulkSend(tx, organizationId, requestId),
    );
    if (started !== null) return requireSameTemplate(started, templateId);
    if (template.template.archivedAt !== null) throw createArchivedRefusal();
    const means = await readMeans(services, organizationId);
    const { rows, issues } = checkList(csv, template, sender, means, member.facts());
    if (issues.length > 0) {
      throw createInvalidRefusal(
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
      requestId,
      createdBy: sender.userId,
      senderName: sender.name,
      senderEmail: sender.email,
      filename,
      rowCount: rows.length,
    };
    return await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await insertBulkSend(tx, bulk, hashed, services.clock())))
        return requireSameTemplate(await findStartedBulkSend(tx, organizationId, requestId), templateId);
      await services.queue.enqueue(tx, startEffects(bulk));
      return { id };
    });
  });

/**
 * Returns the bulk send that the request has started. A request for another template counts as a different
 * request.
 */
function requireSameTemplate(
  started: Awaited<ReturnType<typeof findStartedBulkSend>>,
  templateId: string,
): { id: string } {
  if (started?.templateId !== templateId)
    throw createInvalidRefusal([{ path: '/requestId', message: 'was already used for a different request' }]);
  return { id: started.id };
}

/** Rows wait in the database, and access codes are never stored there in plain text. */
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
