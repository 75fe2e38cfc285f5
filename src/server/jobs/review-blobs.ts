import { endReview, isReferenced, lockReview, readDueReviews } from '#server/db/housekeeping/blob-reviews.ts';
import { transaction, transactionOnce } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';

const BATCH = 200;

/**
 * Removes stored objects that no row refers to. The row of the review stays locked during the removal, so
 * storing the same object again waits for it. Workers can run this concurrently.
 */
export async function reviewBlobs(services: Pick<Services, 'db' | 'storage' | 'clock'>): Promise<void> {
  const now = services.clock();
  for (;;) {
    const due = await transaction(services.db, { dueRows: true }, (tx) => readDueReviews(tx, now, BATCH));
    let ended = 0;
    for (const review of due) {
      await transactionOnce(services.db, { organizationId: review.organizationId }, async (tx) => {
        if (!(await lockReview(tx, review, now))) return;
        if (!(await isReferenced(tx, review))) await services.storage.remove(review.key);
        await endReview(tx, review);
        ended += 1;
      });
    }
    // Other workers have taken the rest.
    if (due.length < BATCH || ended === 0) return;
  }
}
