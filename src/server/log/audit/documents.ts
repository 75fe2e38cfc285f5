import { readStoredKeys, isReferenced } from '#server/db/housekeeping/blob-reviews.ts';
import { computeStreamSha256 } from '#server/crypto/hash.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { readLogOrganizations } from '#server/db/log/leaves.ts';
import type { LogServices } from '#server/log/services.ts';
import type { AuditFault } from './report.ts';

const PAGE = 500;

export type AuditedDocuments = { readonly checked: number; readonly faults: readonly AuditFault[] };

/**
 * Reads every stored document that a row names, and compares its hash with its name. A document that was
 * erased in the meantime isn't a fault.
 */
export async function auditDocuments(services: LogServices): Promise<AuditedDocuments> {
  const faults: AuditFault[] = [];
  let checked = 0;
  const organizations = await transaction(services.db, { dueRows: true }, readLogOrganizations);
  for (const organizationId of organizations) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after;
      const keys = await readTransaction(services.db, { organizationId }, (tx) =>
        readStoredKeys(tx, { organizationId, after: from, limit: PAGE }),
      );
      for (const key of keys) {
        const detail = await findFault(services, organizationId, key);
        if (detail !== null) faults.push({ check: 'document', detail: `${key} ${detail}` });
        checked += 1;
      }
      after = keys.length < PAGE ? null : (keys.at(-1) ?? null);
    }
  }
  return { checked, faults };
}

async function findFault(
  { db, storage }: LogServices,
  organizationId: string,
  key: string,
): Promise<string | null> {
  const stored = await storage.get(key);
  if (stored !== null)
    return key.endsWith(`/${await computeStreamSha256(stored.stream)}`) ? null : 'has other bytes';
  const isNamed = await transaction(db, { organizationId }, (tx) =>
    isReferenced(tx, { organizationId, key }),
  );
  return isNamed ? 'is missing' : null;
}
