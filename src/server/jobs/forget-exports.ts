import { LIMITS } from '#domain/limits.ts';
import type { Services } from '#server/runtime/services.ts';
import { deleteExports, readOutlivedExports } from '#server/db/organizations/exports.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { exportKey } from '#server/storage/keys.ts';

/**
 * Deletes exports whose time is up. Their archives are deleted before their rows, so that nothing stays
 * behind unnoticed.
 */
export async function forgetExports(services: Pick<Services, 'db' | 'clock' | 'storage'>): Promise<void> {
  const before = new Date(services.clock().getTime() - LIMITS.exportKeptMs);
  const outlived = await transaction(services.db, { dueRows: true }, (tx) => readOutlivedExports(tx, before));
  for (const { id, organizationId, partCount } of outlived) {
    // Removes one more part than was recorded, since a job that was killed may have stored it.
    for (let number = 1; number <= partCount + 1; number++)
      await services.storage.remove(exportKey(organizationId, id, number));
    await transaction(services.db, { organizationId }, (tx) => deleteExports(tx, [id]));
  }
}
