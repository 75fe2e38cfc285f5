import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { ExportStop } from '#domain/organization/export.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { documents } from '#server/db/schema/documents.ts';
import { envelopes } from '#server/db/schema/envelopes.ts';
import { exportParts, exports } from '#server/db/schema/exports.ts';
import { fieldAttachments } from '#server/db/schema/field-attachments.ts';

type Export = typeof exports.$inferSelect;
type ExportPart = typeof exportParts.$inferSelect;
/** An envelope to export, and the size of its files. */
export type ExportedEnvelope = { readonly id: string; readonly sizeBytes: number };

/** Starts an export, or returns the one that is running. Requires the organization's lock. */
export async function startExport(
  tx: Transaction,
  started: {
    readonly id: string;
    readonly organizationId: string;
    readonly startedById: string;
    readonly startedBy: string;
    readonly createdAt: Date;
  },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { organizationId } = started;
  const [running] = await tx
    .select({ id: exports.id })
    .from(exports)
    .where(and(eq(exports.organizationId, organizationId), isNull(exports.finishedAt)));
  if (running !== undefined) return { id: running.id, isNew: false };
  const total = await tx.$count(
    envelopes,
    and(eq(envelopes.organizationId, organizationId), isNull(envelopes.deletedAt)),
  );
  await tx.insert(exports).values({ ...started, total });
  return { id: started.id, isNew: true };
}

/** Returns an export; null if the organization has no such export. */
export async function readExport(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Export | null> {
  const [row] = await tx
    .select()
    .from(exports)
    .where(and(eq(exports.organizationId, organizationId), eq(exports.id, id)));
  return row ?? null;
}

/** Lists exports with their parts, newest first. */
export async function listExports(
  tx: Transaction,
  organizationId: string,
): Promise<(Export & { readonly parts: readonly ExportPart[] })[]> {
  const rows = await tx
    .select()
    .from(exports)
    .where(eq(exports.organizationId, organizationId))
    .orderBy(desc(exports.id));
  const parts = await tx
    .select()
    .from(exportParts)
    .where(eq(exportParts.organizationId, organizationId))
    .orderBy(asc(exportParts.number));
  return rows.map((row) => ({ ...row, parts: parts.filter(({ exportId }) => exportId === row.id) }));
}

/** Returns a finished part. Null if there is none. */
export async function readPart(
  tx: Transaction,
  organizationId: string,
  { id, number }: { readonly id: string; readonly number: number },
): Promise<ExportPart | null> {
  const [row] = await tx
    .select()
    .from(exportParts)
    .where(
      and(
        eq(exportParts.organizationId, organizationId),
        eq(exportParts.exportId, id),
        eq(exportParts.number, number),
      ),
    );
  return row ?? null;
}

/** Lists the next envelopes after an identifier, with the size of each one's files. */
export async function readNextEnvelopes(
  tx: Transaction,
  organizationId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<ExportedEnvelope[]> {
  const sumSizes = (table: typeof documents | typeof fieldAttachments) =>
    sql`(select coalesce(sum(${table.sizeBytes}), 0) from ${table}
      where ${table.organizationId} = ${envelopes.organizationId} and ${table.envelopeId} = ${envelopes.id})`;
  return await tx
    .select({
      id: envelopes.id,
      sizeBytes: sql<number>`(${sumSizes(documents)} + ${sumSizes(fieldAttachments)})`.mapWith(Number),
    })
    .from(envelopes)
    .where(
      and(
        eq(envelopes.organizationId, organizationId),
        isNull(envelopes.deletedAt),
        after === null ? undefined : sql`${envelopes.id} > ${after}`,
      ),
    )
    .orderBy(asc(envelopes.id))
    .limit(limit);
}

/**
 * Records a part. Returns whether it is the next one. If two workers have built the same part, the first one
 * wins.
 */
export async function addPart(
  tx: Transaction,
  part: ExportPart,
  progress: { readonly lastEnvelopeId: string; readonly count: number },
): Promise<boolean> {
  const moved = await tx
    .update(exports)
    .set({
      partCount: part.number,
      lastEnvelopeId: progress.lastEnvelopeId,
      done: sql`${exports.done} + ${progress.count}`,
    })
    .where(
      and(
        eq(exports.organizationId, part.organizationId),
        eq(exports.id, part.exportId),
        eq(exports.partCount, part.number - 1),
        isNull(exports.finishedAt),
      ),
    )
    .returning({ id: exports.id });
  if (moved.length === 0) return false;
  await tx.insert(exportParts).values(part);
  return true;
}

/** Finishes an export. */
export async function finishExport(tx: Transaction, id: string, finishedAt: Date): Promise<void> {
  await tx
    .update(exports)
    .set({ finishedAt })
    .where(and(matchScope(tx, exports), eq(exports.id, id), isNull(exports.finishedAt)));
}

/**
 * Ends an export because the person who started it lost the right to it. Returns false if it had ended
 * already.
 */
export async function stopExport(
  tx: Transaction,
  id: string,
  { stopReason, finishedAt }: { readonly stopReason: ExportStop; readonly finishedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(exports)
    .set({ finishedAt, stopReason })
    .where(and(matchScope(tx, exports), eq(exports.id, id), isNull(exports.finishedAt)))
    .returning({ id: exports.id });
  return rows.length === 1;
}

/** Lists exports from before a time. Requires the scope `dueRows`. */
export async function readOutlivedExports(
  tx: Transaction,
  before: Date,
): Promise<{ id: string; organizationId: string; partCount: number }[]> {
  return await tx
    .select({ id: exports.id, organizationId: exports.organizationId, partCount: exports.partCount })
    .from(exports)
    .where(lt(exports.createdAt, before));
}

/** Deletes exports with their parts. */
export async function deleteExports(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(exports).where(and(matchScope(tx, exports), inArray(exports.id, [...ids])));
}
