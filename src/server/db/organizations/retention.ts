import { legalHolds } from '#server/db/schema/legal-holds.ts';
import { erasures } from '#server/db/schema/erasures.ts';
import { and, desc, eq, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import { ERASED_PERSON, type ErasureReason } from '#domain/organization/retention.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { contacts } from '#server/db/schema/contacts.ts';
import { copyRecipients } from '#server/db/schema/copy-recipients.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { events } from '#server/db/schema/events.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { outboxMails } from '#server/db/schema/outbox-mails.ts';
import { participants } from '#server/db/schema/participants.ts';
import { threads } from '#server/db/schema/threads.ts';

/**
 * Why an envelope wasn't erased: `open`: it hasn't ended. `held`: a legal hold keeps it. `gone`: it no longer
 * exists.
 */
export type ErasureObstacle = 'open' | 'held' | 'gone';
type LegalHold = typeof legalHolds.$inferSelect & { readonly envelopeName: string };
type Erasure = typeof erasures.$inferSelect;

const ENDED_AT = sql`coalesce(${envelopes.completedAt}, ${envelopes.declinedAt}, ${envelopes.voidedAt}, ${envelopes.expiredAt})`;

/** Lists organizations with a retention rule. Requires the scope `dueRows`. */
export async function readRetentionRules(tx: Transaction): Promise<{ id: string; years: number }[]> {
  const rows = await tx
    .select({ id: organizations.id, years: organizations.retentionYears })
    .from(organizations)
    .where(isNotNull(organizations.retentionYears));
  return rows.flatMap(({ id, years }) => (years === null ? [] : [{ id, years }]));
}

/** Lists envelopes that ended before a time and that nothing keeps from being erased, oldest first. */
export async function readEndedBefore(
  tx: Transaction,
  organizationId: string,
  { before, limit }: { readonly before: string; readonly limit: number },
): Promise<string[]> {
  const hold = tx
    .select()
    .from(legalHolds)
    .where(and(eq(legalHolds.organizationId, organizationId), eq(legalHolds.envelopeId, envelopes.id)));
  const rows = await tx
    .select({ id: envelopes.id })
    .from(envelopes)
    .where(
      and(
        eq(envelopes.organizationId, organizationId),
        isNull(envelopes.deletedAt),
        sql`${envelopes.status} in ('completed', 'declined', 'voided', 'expired')`,
        sql`(${envelopes.status} <> 'completed' or ${envelopes.sealedAt} is not null)`,
        sql`${ENDED_AT} < ${before}::timestamptz`,
        notExists(hold),
      ),
    )
    .orderBy(ENDED_AT)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Erases an envelope and leaves a tombstone. If it can't be erased, returns why. */
export async function eraseEnvelope(
  tx: Transaction,
  envelopeId: string,
  erasure: { readonly id: string; readonly reason: ErasureReason; readonly at: Date },
): Promise<ErasureObstacle | null> {
  const rows = await tx.execute<{ obstacle: ErasureObstacle | null }>(sql`
    select erase_envelope(${envelopeId}, ${erasure.reason}, ${erasure.at.toISOString()}::timestamptz, ${erasure.id}) as obstacle`);
  return rows[0]?.obstacle ?? null;
}

/** Erases what an envelope contains about one person. If that isn't possible, returns why. */
export async function erasePersonFrom(
  tx: Transaction,
  envelopeId: string,
  { email, at }: { readonly email: string; readonly at: Date },
): Promise<ErasureObstacle | null> {
  const { name, email: address } = ERASED_PERSON;
  const rows = await tx.execute<{ obstacle: ErasureObstacle | null }>(sql`
    select erase_person(${envelopeId}, ${email}, ${at.toISOString()}::timestamptz, ${name}, ${address}) as obstacle`);
  return rows[0]?.obstacle ?? null;
}

/**
 * Lists the envelopes in which a person participates, participated until they handed over their turn, or of which
 * they get a copy, ordered by identifier.
 */
export async function listPersonEnvelopes(
  tx: Transaction,
  organizationId: string,
  email: string,
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select envelope_id as id from ${participants}
      where organization_id = ${organizationId} and lower(email) = lower(${email})
    union
    select envelope_id from ${copyRecipients}
      where organization_id = ${organizationId} and lower(email) = lower(${email})
    union
    select envelope_id from ${threads}
      where organization_id = ${organizationId} and lower(email) = lower(${email})
    union
    select p.envelope_id from ${participants} p join ${events} e
      on e.organization_id = p.organization_id and e.envelope_id = p.envelope_id and e.action = 'participant.delegated'
      where p.organization_id = ${organizationId} and p.delegated_from <> '[]'
        and lower(e.payload -> 'before' ->> 'email') = lower(${email})
    order by id`);
  return rows.map(({ id }) => id);
}

/** Deletes a person from the address book, along with the stored emails to them. */
export async function forgetContact(tx: Transaction, organizationId: string, email: string): Promise<void> {
  await tx
    .delete(contacts)
    .where(and(eq(contacts.organizationId, organizationId), sql`lower(${contacts.email}) = lower(${email})`));
  await tx
    .delete(outboxMails)
    .where(
      and(
        eq(outboxMails.organizationId, organizationId),
        sql`position(lower(${email}) in lower(${outboxMails.recipient})) > 0`,
      ),
    );
}

/** Places a legal hold. An envelope that already has one keeps it. */
export async function insertHold(tx: Transaction, hold: typeof legalHolds.$inferInsert): Promise<void> {
  await tx.insert(legalHolds).values(hold).onConflictDoNothing();
}

/** Releases a legal hold. Returns whether there was one. */
export async function deleteHold(
  tx: Transaction,
  organizationId: string,
  envelopeId: string,
): Promise<boolean> {
  const released = await tx
    .delete(legalHolds)
    .where(and(eq(legalHolds.organizationId, organizationId), eq(legalHolds.envelopeId, envelopeId)))
    .returning({ id: legalHolds.envelopeId });
  return released.length > 0;
}

/** Lists the legal holds, newest first. */
export async function listHolds(
  tx: Transaction,
  organizationId: string,
  { envelopeId, limit }: { readonly envelopeId?: string | undefined; readonly limit: number },
): Promise<LegalHold[]> {
  const rows = await tx
    .select({ hold: legalHolds, name: envelopes.displayName })
    .from(legalHolds)
    .innerJoin(
      envelopes,
      and(eq(envelopes.organizationId, legalHolds.organizationId), eq(envelopes.id, legalHolds.envelopeId)),
    )
    .where(
      and(
        eq(legalHolds.organizationId, organizationId),
        envelopeId === undefined ? undefined : eq(legalHolds.envelopeId, envelopeId),
      ),
    )
    .orderBy(desc(legalHolds.placedAt))
    .limit(limit);
  return rows.map(({ hold, name }) => ({ ...hold, envelopeName: name }));
}

/** Lists what remains of erased envelopes, newest first, after the identifier `after`. */
export async function listErasures(
  tx: Transaction,
  organizationId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Erasure[]> {
  return await tx
    .select()
    .from(erasures)
    .where(
      and(eq(erasures.organizationId, organizationId), after === null ? undefined : lt(erasures.id, after)),
    )
    .orderBy(desc(erasures.id))
    .limit(limit);
}
