import { blobReviews } from '#server/db/schema/blob-reviews.ts';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';

type BlobReview = { readonly organizationId: string; readonly key: string };

/**
 * Schedules reviews of objects that are about to be stored. Waits while a worker is removing the same objects,
 * so that what is stored afterwards stays. Keys must differ.
 */
export async function askForReviews(
  tx: Transaction,
  { organizationId, keys }: { readonly organizationId: string; readonly keys: readonly string[] },
  dueAt: Date,
): Promise<void> {
  await tx
    .insert(blobReviews)
    // Sorted to avoid deadlocks.
    .values([...keys].sort().map((key) => ({ organizationId, key, dueAt })))
    .onConflictDoUpdate({ target: [blobReviews.organizationId, blobReviews.key], set: { dueAt } });
}

/** Returns due reviews of all organizations, longest due first. Requires the scope `dueRows`. */
export async function readDueReviews(tx: Transaction, now: Date, limit: number): Promise<BlobReview[]> {
  return await tx
    .select({ organizationId: blobReviews.organizationId, key: blobReviews.key })
    .from(blobReviews)
    .where(lte(blobReviews.dueAt, now))
    .orderBy(asc(blobReviews.dueAt))
    .limit(limit);
}

/**
 * Locks a review until the transaction ends. Returns false if it is no longer due or another worker has it.
 */
export async function lockReview(tx: Transaction, review: BlobReview, now: Date): Promise<boolean> {
  const rows = await tx
    .select({ key: blobReviews.key })
    .from(blobReviews)
    .where(and(isReview(review), lte(blobReviews.dueAt, now)))
    .for('update', { skipLocked: true });
  return rows.length > 0;
}

export async function endReview(tx: Transaction, review: BlobReview): Promise<void> {
  await tx.delete(blobReviews).where(isReview(review));
}

/** Checks whether a row refers to the object, or an envelope is waiting for its upload. */
export async function isReferenced(tx: Transaction, { organizationId, key }: BlobReview): Promise<boolean> {
  const [row] = await tx.execute<{ referenced: boolean }>(
    sql`select blob_is_referenced(${organizationId}, ${key}) as referenced`,
  );
  return row?.referenced === true;
}

/**
 * Returns at most `limit` keys of documents that an organization's rows name by their hash. The keys are in
 * order and follow the key `after`.
 */
export async function readStoredKeys(
  tx: Transaction,
  { organizationId, after, limit }: { organizationId: string; after: string; limit: number },
): Promise<string[]> {
  const rows = await tx.execute<{ key: string }>(sql`
    select distinct key from (
      select d.storage_key as key from documents d join envelopes e on e.organization_id = d.organization_id and e.id = d.envelope_id
        where d.organization_id = ${organizationId} and e.deleted_at is null
      union all select storage_key from template_documents where organization_id = ${organizationId}
      union all select unnest(array[f.original_key, f.prepared_key])
        from envelope_files f join envelopes e on e.organization_id = f.organization_id and e.id = f.envelope_id
        where f.organization_id = ${organizationId} and e.deleted_at is null
      union all select unnest(array[original_key, prepared_key]) from template_files where organization_id = ${organizationId}
      union all select storage_key from field_attachments where organization_id = ${organizationId}
    ) as named
    where starts_with(key, ${organizationId} || '/blobs/') and key > ${after}
    order by key limit ${limit}`);
  return [...rows].map(({ key }) => key);
}

function isReview({ organizationId, key }: BlobReview) {
  return and(eq(blobReviews.organizationId, organizationId), eq(blobReviews.key, key));
}
