import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Envelope, EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { Transaction } from './client.ts';
import { toDocument, toEnvelope, toEvent, toField, toParticipant } from './envelope-rows.ts';
import { documents } from './schema/documents.ts';
import { envelopeFields } from './schema/envelope-fields.ts';
import { envelopes } from './schema/envelopes.ts';
import { events } from './schema/events.ts';
import { participants } from './schema/participants.ts';

/** Locks an envelope's row for the rest of the transaction; null when the organization has no such envelope. */
export async function lockEnvelope(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Envelope | null> {
  const [row] = await tx.select().from(envelopes).where(ofOrganization(organizationId, id)).for('update');
  return row === undefined ? null : toEnvelope(row);
}

/** Reads a whole graph; null when the organization has no such envelope. */
export async function readGraph(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<EnvelopeGraph | null> {
  const [rows, parts] = await Promise.all([
    tx.select().from(envelopes).where(ofOrganization(organizationId, id)),
    readParts(tx, id),
  ]);
  const [row] = rows;
  return row === undefined ? null : { envelope: toEnvelope(row), ...parts };
}

/** Reads everything of a graph but the envelope itself. */
export async function readParts(
  tx: Transaction,
  envelopeId: string,
): Promise<Omit<EnvelopeGraph, 'envelope'>> {
  const [participantRows, fieldRows, documentRows] = await Promise.all([
    tx
      .select()
      .from(participants)
      .where(eq(participants.envelopeId, envelopeId))
      .orderBy(asc(participants.orderIndex)),
    tx
      .select()
      .from(envelopeFields)
      .where(eq(envelopeFields.envelopeId, envelopeId))
      .orderBy(asc(envelopeFields.orderIndex)),
    tx.select().from(documents).where(eq(documents.envelopeId, envelopeId)),
  ]);
  return {
    participants: participantRows.map(toParticipant),
    fields: fieldRows.map(toField),
    documents: documentRows.map(toDocument),
  };
}

/** The last event of an envelope's chain, or null before the first. */
export async function readHead(
  tx: Transaction,
  envelopeId: string,
): Promise<Pick<EventRecord, 'seq' | 'hash'> | null> {
  const [head] = await tx
    .select({ seq: events.seq, hash: events.hash })
    .from(events)
    .where(eq(events.envelopeId, envelopeId))
    .orderBy(desc(events.seq))
    .limit(1);
  return head ?? null;
}

/** All events of an envelope in their order; null when the organization has no such envelope. */
export async function readEvents(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<EventRecord[] | null> {
  const [found, rows] = await Promise.all([
    tx.select({ id: envelopes.id }).from(envelopes).where(ofOrganization(organizationId, id)),
    tx
      .select()
      .from(events)
      .where(and(eq(events.organizationId, organizationId), eq(events.envelopeId, id)))
      .orderBy(asc(events.seq)),
  ]);
  return found.length === 0 ? null : rows.map(toEvent);
}

/** The organization of an envelope whose link has been verified: needs the scope `envelopeId`. */
export async function organizationOfEnvelope(tx: Transaction, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ organizationId: envelopes.organizationId })
    .from(envelopes)
    .where(eq(envelopes.id, id));
  return row?.organizationId ?? null;
}

function ofOrganization(organizationId: string, id: string) {
  return and(eq(envelopes.organizationId, organizationId), eq(envelopes.id, id), isNull(envelopes.deletedAt));
}
