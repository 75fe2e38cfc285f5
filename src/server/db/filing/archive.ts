import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';

export type Filed = {
  readonly id: string;
  readonly status: EnvelopeStatus;
  readonly archivedAt: Date | null;
};

/** Locks envelopes against other changes of where they are filed. Returns the organization's own. */
export async function lockFiled(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Filed[]> {
  return await tx
    .select({ id: envelopes.id, status: envelopes.status, archivedAt: envelopes.archivedAt })
    .from(envelopes)
    .where(
      and(
        eq(envelopes.organizationId, organizationId),
        inArray(envelopes.id, [...ids]),
        isNull(envelopes.deletedAt),
      ),
    )
    .orderBy(envelopes.id)
    .for('no key update');
}

/** Puts envelopes into the archive, or takes them out with null. Those that are there already keep their time. */
export async function setArchived(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
  archivedAt: Date | null,
): Promise<void> {
  if (ids.length === 0) return;
  const at =
    archivedAt === null
      ? null
      : sql`coalesce(${envelopes.archivedAt}, ${archivedAt.toISOString()}::timestamptz)`;
  await tx
    .update(envelopes)
    .set({ archivedAt: at })
    .where(and(eq(envelopes.organizationId, organizationId), inArray(envelopes.id, [...ids])));
}
