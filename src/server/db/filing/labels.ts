import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Label } from '#domain/label.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { getDatabaseFault } from '#server/db/client/fault.ts';
import { envelopeLabels } from '#server/db/schema/envelope-labels.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { labels } from '#server/db/schema/labels.ts';

const LABEL = { id: labels.id, name: labels.name, color: labels.color };
const ALPHABETICAL = asc(sql`lower(${labels.name})`);

/** Lists the organization's labels by name. */
export async function listLabels(tx: Transaction, organizationId: string): Promise<Label[]> {
  return await tx
    .select(LABEL)
    .from(labels)
    .where(eq(labels.organizationId, organizationId))
    .orderBy(ALPHABETICAL);
}

/**
 * Returns which of these labels the organization has. Locks them until the transaction ends, because deleting
 * a label would remove it from envelopes that the transaction is changing.
 */
export async function holdLabels(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Label[]> {
  if (ids.length === 0) return [];
  return await tx
    .select(LABEL)
    .from(labels)
    .where(and(eq(labels.organizationId, organizationId), inArray(labels.id, [...ids])))
    .orderBy(labels.id)
    .for('key share');
}

/** Inserts a label. Returns false if the organization already has one with this name. */
export async function insertLabel(
  tx: Transaction,
  organizationId: string,
  label: Label,
  createdAt: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(labels)
    .values({ ...label, organizationId, createdAt })
    .onConflictDoNothing()
    .returning({ id: labels.id });
  return rows.length === 1;
}

/**
 * Changes a label and returns it. Returns null if there is no such label, and false if another one has the
 * new name.
 */
export async function updateLabel(
  tx: Transaction,
  organizationId: string,
  id: string,
  change: { readonly name?: string; readonly color?: Label['color'] },
): Promise<Label | null | false> {
  const mine = and(eq(labels.organizationId, organizationId), eq(labels.id, id));
  try {
    const query =
      Object.keys(change).length === 0
        ? tx.select(LABEL).from(labels).where(mine)
        : tx.update(labels).set(change).where(mine).returning(LABEL);
    const [label] = await query;
    return label ?? null;
  } catch (error) {
    if (getDatabaseFault(error).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** Deletes a label and removes it from its envelopes. Returns false if there is no such label. */
export async function deleteLabel(tx: Transaction, organizationId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(labels)
    .where(and(eq(labels.organizationId, organizationId), eq(labels.id, id)))
    .returning({ id: labels.id });
  return rows.length === 1;
}

/**
 * Locks envelopes against other changes of their labels. Returns the ones that belong to the organization.
 */
export async function lockForLabels(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .select({ id: envelopes.id })
    .from(envelopes)
    .where(
      and(
        eq(envelopes.organizationId, organizationId),
        inArray(envelopes.id, [...ids]),
        sql`${envelopes.deletedAt} is null`,
      ),
    )
    .orderBy(envelopes.id)
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** Returns an envelope's labels by name. */
export async function listEnvelopeLabels(
  tx: Transaction,
  organizationId: string,
  envelopeId: string,
): Promise<Label[]> {
  return await tx
    .select(LABEL)
    .from(envelopeLabels)
    .innerJoin(
      labels,
      and(eq(labels.organizationId, envelopeLabels.organizationId), eq(labels.id, envelopeLabels.labelId)),
    )
    .where(and(eq(envelopeLabels.organizationId, organizationId), eq(envelopeLabels.envelopeId, envelopeId)))
    .orderBy(ALPHABETICAL);
}

/** Replaces an envelope's labels. */
export async function replaceLabels(
  tx: Transaction,
  organizationId: string,
  envelopeId: string,
  labelIds: readonly string[],
): Promise<void> {
  await tx
    .delete(envelopeLabels)
    .where(and(eq(envelopeLabels.organizationId, organizationId), eq(envelopeLabels.envelopeId, envelopeId)));
  if (labelIds.length > 0)
    await tx
      .insert(envelopeLabels)
      .values(labelIds.map((labelId) => ({ organizationId, envelopeId, labelId })));
}

/** Puts a label on envelopes. Envelopes that already have it keep it. */
export async function addLabel(
  tx: Transaction,
  organizationId: string,
  labelId: string,
  envelopeIds: readonly string[],
): Promise<void> {
  if (envelopeIds.length === 0) return;
  await tx
    .insert(envelopeLabels)
    .values(envelopeIds.map((envelopeId) => ({ organizationId, envelopeId, labelId })))
    .onConflictDoNothing();
}

/** Removes a label from envelopes. */
export async function removeLabel(
  tx: Transaction,
  organizationId: string,
  labelId: string,
  envelopeIds: readonly string[],
): Promise<void> {
  if (envelopeIds.length === 0) return;
  await tx
    .delete(envelopeLabels)
    .where(
      and(
        eq(envelopeLabels.organizationId, organizationId),
        eq(envelopeLabels.labelId, labelId),
        inArray(envelopeLabels.envelopeId, [...envelopeIds]),
      ),
    );
}

/** Checks whether some of the envelopes have more labels than allowed. */
export async function haveTooManyLabels(
  tx: Transaction,
  envelopeIds: readonly string[],
  max: number,
): Promise<boolean> {
  if (envelopeIds.length === 0) return false;
  const rows = await tx
    .select({ id: envelopeLabels.envelopeId })
    .from(envelopeLabels)
    .where(and(matchScope(tx, envelopeLabels), inArray(envelopeLabels.envelopeId, [...envelopeIds])))
    .groupBy(envelopeLabels.envelopeId)
    .having(sql`${count()} > ${max}`)
    .limit(1);
  return rows.length > 0;
}

const UNIQUE_VIOLATION = '23505';
