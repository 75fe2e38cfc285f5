import { LIMITS } from '#domain/limits.ts';
import { askForReview, type BlobReview } from '#server/db/housekeeping/blob-reviews.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { isPublicKey } from '#server/storage/keys.ts';
import type { DocumentStorage } from '#server/storage/open-storage.ts';
import type { Services } from './services.ts';

/**
 * The same storage, which asks for a review of each object before it is put: one whose row never comes, since the process
 * died or the request was refused, is found and removed. Public pictures stay: mails refer to them.
 */
export function reviewedStorage(
  storage: DocumentStorage,
  services: Pick<Services, 'db' | 'clock'>,
): DocumentStorage {
  const announce = async (key: string) => {
    if (isPublicKey(key)) return;
    const review = reviewOf(key);
    const dueAt = new Date(services.clock().getTime() + LIMITS.blobGraceMs);
    await transaction(services.db, review, (tx) => askForReview(tx, review, dueAt));
  };
  const put: DocumentStorage['put'] = async (key, body, options) => {
    await announce(key);
    return await storage.put(key, body, options);
  };
  if (storage.kind === 'disk') return { ...storage, put };
  return {
    ...storage,
    put,
    presignPut: async (key, options) => {
      await announce(key);
      return await storage.presignPut(key, options);
    },
  };
}

/** The first name of a key is the organization's. */
function reviewOf(key: string): BlobReview {
  return { organizationId: key.slice(0, key.indexOf('/')), key };
}
