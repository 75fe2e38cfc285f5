import { and, eq, ne } from 'drizzle-orm';
import type { Patch } from '#domain/decision.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { putAttachment } from './attachments.ts';
import { toColumns, toMoment } from './envelope-rows.ts';
import { copyRecipients } from '#server/db/schema/copy-recipients.ts';
import { buildEnvelopeFileStatements } from './files.ts';
import { documents } from '#server/db/schema/documents.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { events } from '#server/db/schema/events.ts';
import { participants } from '#server/db/schema/participants.ts';
import { signatureMarks } from '#server/db/schema/signature-marks.ts';

type Owner = { readonly organizationId: string; readonly envelopeId: string };

/** Inserts the row of a new envelope. */
export async function insertEnvelope(tx: Transaction, envelope: EnvelopeGraph['envelope']): Promise<void> {
  await tx.insert(envelopes).values(toColumns(envelope) as typeof envelopes.$inferInsert);
}

/**
 * Writes the differences between two states of a graph, along with the files and marks of the patch that led
 * from one to the other. Identical objects are treated as unchanged rows. Statements are pipelined.
 */
export async function writeGraph(
  tx: Transaction,
  before: EnvelopeGraph,
  after: EnvelopeGraph,
  patch: Patch,
): Promise<void> {
  const owner = { organizationId: after.envelope.organizationId, envelopeId: after.envelope.id };
  await Promise.all([
    // Participants are written before the envelope, because the database accepts a completed envelope only
    // once nobody is pending.
    ...buildParticipantStatements(tx, owner, before, after, patch),
    ...listChangedRows([before.envelope], [after.envelope]).map(({ columns }) =>
      tx
        .update(envelopes)
        .set(toColumns(columns) as Partial<typeof envelopes.$inferInsert>)
        .where(and(eq(envelopes.organizationId, owner.organizationId), eq(envelopes.id, owner.envelopeId))),
    ),
    ...buildFieldStatements(tx, owner, before, after, patch),
    ...copyStatements(tx, owner, before, after, patch),
    ...buildFileStatements(tx, owner, before, patch, after.envelope.updatedAt),
  ]);
}

/** Appends linked events. The database checks again that each of them follows the head of its chain. */
export async function insertEvents(tx: Transaction, records: readonly EventRecord[]): Promise<void> {
  await tx
    .insert(events)
    .values(records.map((record) => ({ ...record, occurredAt: toMoment(record.occurredAt) })));
}

/**
 * Erases the personal data in a deleted draft's log, except for who deleted it. Digests and hashes stay, so
 * the chain can still be verified.
 */
export async function eraseEvents(tx: Transaction, { organizationId, envelopeId }: Owner): Promise<void> {
  await tx
    .update(events)
    .set({ actorId: null, payload: null, ipAddress: null, userAgent: null, salt: null })
    .where(
      and(
        eq(events.organizationId, organizationId),
        eq(events.envelopeId, envelopeId),
        ne(events.action, 'envelope.deleted'),
      ),
    );
}

function buildParticipantStatements(
  tx: Transaction,
  owner: Owner,
  before: EnvelopeGraph,
  after: EnvelopeGraph,
  patch: Patch,
): PromiseLike<unknown>[] {
  if (patch.participants !== undefined && 'replace' in patch.participants) {
    const removed = tx
      .delete(participants)
      .where(
        and(
          eq(participants.organizationId, owner.organizationId),
          eq(participants.envelopeId, owner.envelopeId),
        ),
      );
    const rows = after.participants.map(
      (participant, position) =>
        ({ ...toColumns(participant), position }) as typeof participants.$inferInsert,
    );
    return rows.length === 0 ? [removed] : [removed, tx.insert(participants).values(rows)];
  }
  return listChangedRows(before.participants, after.participants).map(({ id, columns }) =>
    tx
      .update(participants)
      .set(toColumns(columns) as Partial<typeof participants.$inferInsert>)
      .where(
        and(
          eq(participants.organizationId, owner.organizationId),
          eq(participants.envelopeId, owner.envelopeId),
          eq(participants.id, id),
        ),
      ),
  );
}

function buildFieldStatements(
  tx: Transaction,
  owner: Owner,
  before: EnvelopeGraph,
  after: EnvelopeGraph,
  patch: Patch,
): PromiseLike<unknown>[] {
  if (patch.fields !== undefined && 'replace' in patch.fields) {
    const removed = tx
      .delete(envelopeFields)
      .where(
        and(
          eq(envelopeFields.organizationId, owner.organizationId),
          eq(envelopeFields.envelopeId, owner.envelopeId),
        ),
      );
    const rows = after.fields.map(
      (field, orderIndex) => ({ ...toColumns(field), orderIndex }) as typeof envelopeFields.$inferInsert,
    );
    return [removed, ...splitIntoChunks(rows).map((chunk) => tx.insert(envelopeFields).values(chunk))];
  }
  return listChangedRows(before.fields, after.fields).map(({ id, columns }) =>
    tx
      .update(envelopeFields)
      .set(toColumns(columns) as Partial<typeof envelopeFields.$inferInsert>)
      .where(
        and(
          eq(envelopeFields.organizationId, owner.organizationId),
          eq(envelopeFields.envelopeId, owner.envelopeId),
          eq(envelopeFields.id, id),
        ),
      ),
  );
}

function copyStatements(
  tx: Transaction,
  owner: Owner,
  before: EnvelopeGraph,
  after: EnvelopeGraph,
  patch: Patch,
): PromiseLike<unknown>[] {
  if (patch.copies !== undefined && 'replace' in patch.copies) {
    const removed = tx
      .delete(copyRecipients)
      .where(
        and(
          eq(copyRecipients.organizationId, owner.organizationId),
          eq(copyRecipients.envelopeId, owner.envelopeId),
        ),
      );
    const rows = after.copies.map(
      (copy, position) => ({ ...toColumns(copy), position }) as typeof copyRecipients.$inferInsert,
    );
    if (rows.length > 0) return [removed, tx.insert(copyRecipients).values(rows)];
    return before.copies.length > 0 ? [removed] : [];
  }
  return listChangedRows(before.copies, after.copies).map(({ id, columns }) =>
    tx
      .update(copyRecipients)
      .set(toColumns(columns) as Partial<typeof copyRecipients.$inferInsert>)
      .where(
        and(
          eq(copyRecipients.organizationId, owner.organizationId),
          eq(copyRecipients.envelopeId, owner.envelopeId),
          eq(copyRecipients.id, id),
        ),
      ),
  );
}

function buildFileStatements(
  tx: Transaction,
  owner: Owner,
  before: EnvelopeGraph,
  patch: Patch,
  now: Timestamp,
): PromiseLike<unknown>[] {
  const createdAt = toMoment(now);
  const { organizationId, envelopeId } = owner;
  return [
    ...(patch.files === undefined
      ? []
      : buildEnvelopeFileStatements(tx, owner, before.files, patch.files, createdAt)),
    ...(patch.documents ?? []).flatMap((document): PromiseLike<unknown>[] => {
      const isKnown = before.documents.some(({ variant }) => variant === document.variant);
      const old = and(
        eq(documents.organizationId, organizationId),
        eq(documents.envelopeId, envelopeId),
        eq(documents.variant, document.variant),
      );
      // A sealed document is extended in place. The database allows this for no other document.
      if (isKnown && document.variant === 'sealed') {
        const { key, sha256, sizeBytes } = document;
        return [tx.update(documents).set({ key, sha256, sizeBytes }).where(old)];
      }
      const added = tx.insert(documents).values({ ...document, organizationId, envelopeId, createdAt });
      return isKnown ? [tx.delete(documents).where(old), added] : [added];
    }),
    ...(patch.marks ?? []).map(({ participantId, purpose, mark }) =>
      tx.insert(signatureMarks).values({
        participantId,
        organizationId,
        purpose,
        kind: mark.kind,
        text: mark.kind === 'typed' ? mark.text : null,
        style: mark.kind === 'typed' ? (mark.style ?? null) : null,
        image: mark.kind === 'typed' ? null : mark.image,
        createdAt,
      }),
    ),
    ...(patch.attachments ?? []).map((attachment) =>
      putAttachment(tx, { ...attachment, organizationId, envelopeId, createdAt, signedAt: createdAt }),
    ),
  ];
}

/**
 * Returns the changed properties of changed rows. Simultaneous events can leave a row unchanged: two views in
 * the same millisecond give the envelope the same latest activity.
 */
function listChangedRows<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
): { id: string; columns: Partial<T> }[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.flatMap((row) => {
    const old = known.get(row.id);
    const columns = old === undefined || old === row ? {} : pickChanges(old, row);
    return Object.keys(columns).length === 0 ? [] : [{ id: row.id, columns }];
  });
}

/** Returns only the changed properties, so that indexes and triggers on other columns aren't affected. */
function pickChanges<T extends object>(before: T, after: T): Partial<T> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(old.get(name), value)),
  ) as Partial<T>;
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** PostgreSQL accepts at most 65,535 parameters per statement. */
function splitIntoChunks<T>(rows: readonly T[], size = 1000): T[][] {
  const parts: T[][] = [];
  for (let i = 0; i < rows.length; i += size) parts.push(rows.slice(i, i + size));
  return parts;
}
