import type { EffectPayloads } from '#domain/effects.ts';
import { refusalOf } from '#wire/error.ts';
import { factsOf } from '#server/context.ts';
import {
  finishBulkSend,
  nextRow,
  noteFailed,
  noteSent,
  readBulkSend,
  type BulkSend,
} from '#server/db/bulk-sends.ts';
import type { ListedRow } from '#domain/bulk-send/read-list.ts';
import { loadTemplate } from '#server/db/templates-change.ts';
import { within } from '#server/db/transaction.ts';
import { writeFromTemplate } from '#server/from-template.ts';
import { instantiateRow } from '#wire/template-input.ts';
import type { World } from '#server/world.ts';

/** Somebody else has sent this row since it was read: what was begun for it is undone. */
class AlreadySent extends Error {}

/**
 * Sends the rows of a bulk send that still wait, one transaction each: an envelope is there exactly when its row says so,
 * however often and by however many workers the job is run. A row that is refused says why, and the others go on.
 */
export async function sendBulk(
  world: World,
  { organizationId, bulkSendId: id }: EffectPayloads['svc/bulk_send.started'],
): Promise<void> {
  const bulk = await within(world.db, { organizationId }, (tx) => readBulkSend(tx, organizationId, id));
  if (bulk === null) return;
  const troubles: unknown[] = [];
  for (let line = 0; ;) {
    const row = await within(world.db, { organizationId }, (tx) => nextRow(tx, id, line));
    if (row === null) break;
    line = row.line;
    // Trouble with one row is no reason for those behind it to wait: it is tried again with the job.
    await sendRow(world, bulk, row).catch((error: unknown) => troubles.push(error));
  }
  if (troubles.length > 0) throw troubles[0];
  await within(world.db, { organizationId }, (tx) => finishBulkSend(tx, id, world.clock()));
}

async function sendRow(world: World, bulk: BulkSend, { line, input }: ListedRow): Promise<void> {
  const { id, organizationId, templateId, createdBy: userId, senderName, senderEmail } = bulk;
  const sender = { userId, name: senderName, email: senderEmail };
  const facts = factsOf({ type: 'sender', id: userId }, world);
  try {
    const template = await loadTemplate(world, organizationId, templateId);
    const body = instantiateRow.parse(input);
    await writeFromTemplate(world, template, body, sender, facts, async (tx, { envelope }) => {
      if (!(await noteSent(tx, { id, line, envelopeId: envelope.id }))) throw new AlreadySent();
    });
  } catch (error) {
    if (error instanceof AlreadySent) return;
    const refused = refusalOf(error);
    if (refused === null) throw error;
    await within(world.db, { organizationId }, (tx) => noteFailed(tx, { id, line, error: refused.message }));
  }
}
