import { LIMITS } from '#domain/limits.ts';
import { askForReview, type BlobReview } from '#server/db/housekeeping/blob-reviews.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import { isPublicKey } from '#server/storage/keys.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Schedules a review before each object is stored, so that an object whose row is never written (because of a
 * crash or a refused request) is found and removed. Public images and the log are exempt, since no row refers
 * to them.
 */
export function withStorageReviews(
  storage: StorageDriver,
  services: Pick<Services, 'db' | 'clock'>,
): StorageDriver {
  const scheduleReview = async (key: string) => {
    if (isPublicKey(key)) return;
    const review = toReview(key);
    const dueAt = new Date(services.clock().getTime() + LIMITS.blobGraceMs);
    await transaction(services.db, review, (tx) => askForReview(tx, review, dueAt));
  };
  return {
    ...storage,
    put: async (key, body, options) => {
      await scheduleReview(key);
      return await storage.put(key, body, options);
    },
    uploadTarget: async (key, options) => {
      const target = await storage.uploadTarget(key, options);
      if (target !== null) await scheduleReview(key);
      return target;
    },
  };
}

/** Relies on keys beginning with the organization's identifier. */
function toReview(key: string): BlobReview {
  return { organizationId: key.slice(0, key.indexOf('/')), key };
}
