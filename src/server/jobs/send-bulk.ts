import type { EffectPayloads } from '#domain/effects.ts';
import { toWireError } from '#wire/error.ts';
import { collectFacts } from '#server/runtime/context.ts';
import {
  finishBulkSend,
  readNextRow,
  recordRowError,
  recordRowEnvelope,
  readBulkSend,
  stopBulkSend,
  type BulkSend,
} from '#server/db/envelopes/bulk-sends.ts';
import { withSharedMessage } from '#domain/bulk-send/shared.ts';
import { withDistinctName } from '#domain/template/distinct-name.ts';
import type { BulkStop } from '#domain/bulk-send/stop.ts';
import type { ListedRow } from '#domain/bulk-send/read-list.ts';
import { findLoss } from '#domain/organization/may-still.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { holdLabels, replaceLabels } from '#server/db/filing/labels.ts';
import { lockTeamAccess } from '#server/db/organizations/teams.ts';
import { loadTemplate } from '#server/db/templates/change-template.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { writeFromTemplate } from '#server/envelopes/from-template.ts';
import { storedRow } from '#wire/template-input.ts';
import type { Services } from '#server/runtime/services.ts';

/** Thrown if someone else has sent this row. The transaction is rolled back. */
class AlreadySent extends Error {}

/**
 * Thrown if the person who started the bulk send is no longer allowed to send. The transaction is rolled
 * back.
 */
class Stopped extends Error {
  readonly reason: BulkStop;
  constructor(reason: BulkStop) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Sends the waiting rows of a bulk send, each in a separate transaction, so a row is marked as sent exactly
 * when its envelope exists. Refused rows record the reason, and the others continue. The person's permission
 * is checked for each row. Once they lose it, the remaining rows aren't sent.
 */
export async function sendBulk(
  services: Services,
  { organizationId, bulkSendId: id }: EffectPayloads['svc/bulk_send.started'],
): Promise<void> {
  const bulk = await transaction(services.db, { organizationId }, (tx) =>
    readBulkSend(tx, organizationId, id),
  );
  if (bulk === null) return;
  const troubles: unknown[] = [];
  for (let line = 0; ;) {
    const row = await transaction(services.db, { organizationId }, (tx) => readNextRow(tx, id, line));
    if (row === null) break;
    line = row.line;
    try {
      await sendRow(services, bulk, row);
    } catch (error) {
      if (error instanceof Stopped) {
        const { reason } = error;
        return await transaction(services.db, { organizationId }, (tx) =>
          stopBulkSend(tx, id, reason, services.clock()),
        );
      }
      // A failing row doesn't hold up the others. The job tries it again.
      troubles.push(error);
    }
  }
  if (troubles.length > 0) throw troubles[0];
  await transaction(services.db, { organizationId }, (tx) => finishBulkSend(tx, id, services.clock()));
}

async function sendRow(services: Services, bulk: BulkSend, { line, input }: ListedRow): Promise<void> {
  const { id, organizationId, templateId, createdBy: userId, senderName, senderEmail } = bulk;
  const sender = { userId, name: senderName, email: senderEmail };
  const facts = collectFacts({ type: 'sender', id: userId }, services);
  try {
    const loaded = await loadTemplate(services, organizationId, templateId);
    const template = withDistinctName(loaded);
    const shared = bulk.shared ?? {};
    const row = storedRow.parse(input);
    const body = {
      ...row,
      message: withSharedMessage(row.message, shared),
      expiryDays: shared.expiryDays,
    };
    await writeFromTemplate(
      services,
      template,
      body,
      sender,
      facts,
      async (tx, { envelope }) => {
        // The member stays locked until the envelope exists, so a removal or demotion happens either before
        // or after.
        const person = await lockMember(tx, organizationId, userId);
        const seesTeam = await lockTeamAccess(tx, envelope.teamId, userId);
        const loss = findLoss({ role: person?.role ?? null }, { kind: 'send', seesTeam });
        if (loss !== null) throw new Stopped(`sender_${loss}`);
        if (!(await recordRowEnvelope(tx, { id, line, envelopeId: envelope.id }))) throw new AlreadySent();
        const labels = await holdLabels(tx, organizationId, shared.labelIds ?? []);
        if (labels.length > 0)
          await replaceLabels(
            tx,
            organizationId,
            envelope.id,
            labels.map((label) => label.id),
          );
      },
      'job',
    );
  } catch (error) {
    if (error instanceof AlreadySent) return;
    if (error instanceof Stopped) throw error;
    const refused = toWireError(error);
    if (refused === null) throw error;
    await transaction(services.db, { organizationId }, (tx) =>
      recordRowError(tx, { id, line, error: refused.message }),
    );
  }
}
