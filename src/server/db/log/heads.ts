import { and, asc, eq, lte, or, sql } from 'drizzle-orm';
import type { Head } from '#domain/log/entry.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { changedHeads } from '#server/db/schema/log.ts';

/**
 * Determines which heads are due: those that haven't changed since `quietSince`, and those that have been
 * waiting since `waitingSince`.
 */
export type Due = { readonly quietSince: Date; readonly waitingSince: Date };

/** Returns organizations with heads that are due. Requires the scope `dueRows`. */
export async function listOrganizationsWithDueHeads(tx: Transaction, due: Due): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ organizationId: changedHeads.organizationId })
    .from(changedHeads)
    .where(isDue(due));
  return rows.map(({ organizationId }) => organizationId);
}

/** Checks whether a head has been waiting since before a moment. Requires the scope `dueRows`. */
export async function hasWaitingHead(tx: Transaction, before: Date): Promise<boolean> {
  const rows = await tx
    .select({ since: changedHeads.since })
    .from(changedHeads)
    .where(lte(changedHeads.since, before))
    .limit(1);
  return rows.length > 0;
}

/** Removes and returns at most `limit` due heads. Skips those that another transaction is changing. */
export async function takeDueHeads(
  tx: Transaction,
  organizationId: string,
  due: Due,
  limit: number,
): Promise<Head[]> {
  const waiting = tx
    .select({ envelopeId: changedHeads.envelopeId })
    .from(changedHeads)
    .where(and(eq(changedHeads.organizationId, organizationId), isDue(due)))
    .orderBy(asc(changedHeads.since))
    .limit(limit)
    .for('update', { skipLocked: true });
  return await tx
    .delete(changedHeads)
    .where(
      and(
        eq(changedHeads.organizationId, organizationId),
        sql`${changedHeads.envelopeId} = any(array(${waiting}))`,
      ),
    )
    .returning({
      organizationId: changedHeads.organizationId,
      envelopeId: changedHeads.envelopeId,
      seq: changedHeads.seq,
      headHash: changedHeads.headHash,
    });
}

function isDue({ quietSince, waitingSince }: Due) {
  return or(lte(changedHeads.latest, quietSince), lte(changedHeads.since, waitingSince));
}
