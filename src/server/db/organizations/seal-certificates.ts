import { eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { sealCertificates } from '#server/db/schema/seal-certificates.ts';

export type StoredKey = { readonly certificate: Uint8Array; readonly privateKeySealed: string };

/**
 * Returns an organization's seal certificate, or the instance's authority for null; null before it is
 * created.
 */
export async function readSealKey(tx: Transaction, organizationId: string | null): Promise<StoredKey | null> {
  const owner =
    organizationId === null
      ? isNull(sealCertificates.organizationId)
      : eq(sealCertificates.organizationId, organizationId);
  const [row] = await tx
    .select({
      certificate: sealCertificates.certificate,
      privateKeySealed: sealCertificates.privateKeySealed,
    })
    .from(sealCertificates)
    .where(owner);
  return row === undefined ? null : { ...row, certificate: new Uint8Array(row.certificate) };
}

/** Inserts a key unless its owner already has one. */
export async function insertSealKey(
  tx: Transaction,
  key: StoredKey & { readonly id: string; readonly organizationId: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insert(sealCertificates)
    .values({ ...key, createdAt: now })
    .onConflictDoNothing();
}
