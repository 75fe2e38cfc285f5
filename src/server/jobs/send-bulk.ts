import type { EffectPayloads } from '#domain/effects.ts';
import { refusalOf } from '#wire/error.ts';
import { factsOf } from '#server/context.ts';
import {
  finishBulkSend,
  nextRow,
  noteFailed,
  noteSent,
  readBulkSend,
  stopBulkSend,
  type BulkSend,
} from '#server/db/bulk-sends.ts';
import { bulkStop, type BulkStop } from '#domain/bulk-send/stop.ts';
import type { ListedRow } from '#domain/bulk-send/read-list.ts';
import { lockMember } from '#server/db/members.ts';
import { loadTemplate } from '#server/db/templates-change.ts';
import { within } from '#server/db/transaction.ts';
import { writeFromTemplate } from '#server/from-template.ts';
import { instantiateRow } from '#wire/template-input.ts';
import type { World } from '#server/world.ts';

/** Somebody else has sent this row since it was read: what was begun for it is undone. */
class AlreadySent extends Error {}

/** Whoever started the bulk send may not send any more: what was begun for the row is undone. */
class Stopped extends Error {
  readonly reason: BulkStop;
  constructor(reason: BulkStop) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Sends the rows of a bulk send that still wait, one transaction each: an envelope is there exactly when its row says so,
 * however often and by however many workers the job is run. A row that is refused says why, and the others go on. Each is
 * sent by what whoever started it may do at that moment: once they may not send any more, the rest is not sent.
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
    try {
      await sendRow(world, bulk, row);
    } catch (error) {
      if (error instanceof Stopped) {
        const { reason } = error;
        return await within(world.db, { organizationId }, (tx) =>
          stopBulkSend(tx, id, reason, world.clock()),
        );
      }
      // Trouble with one row is no reason for those behind it to wait: it is tried again with the job.
      troubles.push(error);
    }
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
      // Locked until the envelope is there: who is removed or demoted at this moment is so before it, or after.
      const stop = bulkStop((await lockMember(tx, organizationId, userId))?.role ?? null);
      if (stop !== null) throw new Stopped(stop);
      if (!(await noteSent(tx, { id, line, envelopeId: envelope.id }))) throw new AlreadySent();
    });
  } catch (error) {
    if (error instanceof AlreadySent) return;
    if (error instanceof Stopped) throw error;
    const refused = refusalOf(error);
    if (refused === null) throw error;
    await within(world.db, { organizationId }, (tx) => noteFailed(tx, { id, line, error: refused.message }));
  }
}
