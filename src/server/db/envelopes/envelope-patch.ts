import { and, eq, ne } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Patch } from '#domain/decision.ts';
import type { EnvelopeDocument, EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { insertRows } from '#server/db/client/insert-rows.ts';
import { putAttachment, removeUploads } from './attachments.ts';
import { toColumns, toMoment } from './envelope-rows.ts';
import { copyRecipients } from '#server/db/schema/copy-recipients.ts';
import { buildEnvelopeFileStatements } from './files.ts';
import { documents } from '#server/db/schema/documents.ts';
import { envelopeFields } from '#server/db/schema/envelope-fields.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { events } from '#server/db/schema/events.ts';
import { participants } from '#server/db/schema/participants.ts';
import { signatureMarks } from '#server/db/schema/signature-marks.ts';
import { threads } from '#server/db/schema/threads.ts';

type Written = { readonly before: EnvelopeGraph; readonly after: EnvelopeGraph; readonly patch: Patch };
type Owner = { readonly organizationId: string; readonly envelopeId: string };

/** Inserts the row of a new envelope. */
export async function insertEnvelope(tx: Transaction, envelope: EnvelopeGraph['envelope']): Promise<void> {
  await insertRows(tx, envelopes, [toColumns(envelope) as typeof envelopes.$inferInsert]);
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
  const written = { before, after, patch };
  await Promise.all([
    // Participants are written before the envelope, because the database accepts a completed envelope only
    // once nobody is pending.
    ...buildRowStatements(tx, 'participants', owner, written),
    ...listChangedRows([before.envelope], [after.envelope]).map(({ columns }) =>
      tx
        .update(envelopes)
        .set(toColumns(columns) as Partial<typeof envelopes.$inferInsert>)
        .where(and(eq(envelopes.organizationId, owner.organizationId), eq(envelopes.id, owner.envelopeId))),
    ),
    ...buildRowStatements(tx, 'fields', owner, written),
    ...buildRowStatements(tx, 'copies', owner, written),
    ...buildFileStatements(tx, owner, before, patch, after.envelope.updatedAt),
    ...buildThreadStatements(tx, owner, before, patch),
  ]);
}

/** Inserts threads that are new, and changes what may change of the others. */
function buildThreadStatements(
  tx: Transaction,
  { organizationId }: Owner,
  before: EnvelopeGraph,
  { threads: put = [] }: Patch,
): PromiseLike<unknown>[] {
  const isKnown = ({ id }: { readonly id: string }) => before.threads.some((thread) => thread.id === id);
  const added = put.filter((thread) => !isKnown(thread));
  return [
    ...(added.length === 0
      ? []
      : [
          insertRows(
            tx,
            threads,
            added.map((thread) => toColumns(thread) as typeof threads.$inferInsert),
          ),
        ]),
    ...put.filter(isKnown).map(({ id, state, visibleTo, messages, updatedAt }) =>
      tx
        .update(threads)
        .set({ state, visibleTo, messages, updatedAt: toMoment(updatedAt) })
        .where(and(eq(threads.organizationId, organizationId), eq(threads.id, id))),
    ),
  ];
}

/** Appends linked events. The database checks again that each of them follows the head of its chain. */
export async function insertEvents(tx: Transaction, records: readonly EventRecord[]): Promise<void> {
  const rows = records.map((record) => ({ ...record, occurredAt: toMoment(record.occurredAt) }));
  await insertRows(tx, events, rows);
}

/** Deletes the questions and answers of a draft that is being deleted and was sent once. */
export async function deleteThreads(tx: Transaction, { organizationId, envelopeId }: Owner): Promise<void> {
  await tx
    .delete(threads)
    .where(and(eq(threads.organizationId, organizationId), eq(threads.envelopeId, envelopeId)));
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

/** The tables with several rows per envelope, each with the column of its rows' order. */
const ORDERED = { participants: 'position', fields: 'orderIndex', copies: 'position' } as const;
const TABLES = { participants, fields: envelopeFields, copies: copyRecipients } as const;
type Part = keyof typeof TABLES;
type PartTable = PgTable & Readonly<Record<'id' | 'organizationId' | 'envelopeId', PgColumn>>;

/** Replaces the rows of a part of the graph if the patch replaces them, or updates those that changed. */
function buildRowStatements(
  tx: Transaction,
  part: Part,
  owner: Owner,
  { before, after, patch }: Written,
): PromiseLike<unknown>[] {
  const table: PartTable = TABLES[part];
  const owned = and(eq(table.organizationId, owner.organizationId), eq(table.envelopeId, owner.envelopeId));
  const change = patch[part];
  if (change === undefined || !('replace' in change))
    return listChangedRows<{ readonly id: string }>(before[part], after[part]).map(({ id, columns }) =>
      tx
        .update(table)
        .set(toColumns(columns))
        .where(and(owned, eq(table.id, id))),
    );
  const rows = after[part].map((row, order) => ({ ...toColumns(row), [ORDERED[part]]: order }));
  return [
    ...(before[part].length === 0 ? [] : [tx.delete(table).where(owned)]),
    ...(rows.length === 0 ? [] : [insertRows(tx, table, rows)]),
  ];
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
  const isKnown = ({ variant }: EnvelopeDocument) => before.documents.some((one) => one.variant === variant);
  // A sealed document is extended in place. The database allows this for no other document.
  const isExtended = (document: EnvelopeDocument) => isKnown(document) && document.variant === 'sealed';
  const added = (patch.documents ?? []).filter((document) => !isExtended(document));
  const attached = patch.attachments ?? [];
  return [
    ...(patch.files === undefined
      ? []
      : buildEnvelopeFileStatements(tx, owner, before.files, patch.files, createdAt)),
    ...(patch.documents ?? []).filter(isKnown).map((document) => {
      const { variant, key, sha256, sizeBytes } = document;
      const old = and(
        eq(documents.organizationId, organizationId),
        eq(documents.envelopeId, envelopeId),
        eq(documents.variant, variant),
      );
      return isExtended(document)
        ? tx.update(documents).set({ key, sha256, sizeBytes }).where(old)
        : tx.delete(documents).where(old);
    }),
    ...(added.length === 0
      ? []
      : [
          insertRows(
            tx,
            documents,
            added.map((document) => ({ ...document, organizationId, envelopeId, createdAt })),
          ),
        ]),
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
    ...(attached.length === 0
      ? []
      : [
          removeUploads(
            tx,
            attached.map(({ fieldId }) => fieldId),
            attached.map(({ id }) => id),
          ),
        ]),
    ...attached.map((attachment) =>
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
