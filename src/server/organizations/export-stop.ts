import { type ExportStop, findExportStop } from '#domain/organization/export.ts';
import { findLoss } from '#domain/organization/may-still.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readExport } from '#server/db/organizations/exports.ts';

/**
 * Returns why an export has stopped or has to; null if it goes on or has everything. The person who started
 * it stays locked until the transaction ends.
 */
export async function findStop(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<ExportStop | null> {
  const found = await readExport(tx, organizationId, id);
  if (found === null || found.finishedAt !== null) return found?.stopReason ?? null;
  const person = await lockMember(tx, organizationId, found.startedById);
  const loss = findLoss({ role: person?.role ?? null }, { kind: 'export' });
  return loss === null ? null : findExportStop(loss);
}
