import { sealCertificates } from '#server/db/schema/seal-certificates.ts';
import { and, eq, getTableColumns, isNotNull, isNull } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';

export type StoredKey = {
  readonly id: string;
  readonly certificate: Uint8Array;
  readonly privateKeySealed: string;
};
export type StoredCertificate = Omit<typeof sealCertificates.$inferSelect, 'privateKeySealed'>;

const { privateKeySealed: _key, ...SHOWN } = getTableColumns(sealCertificates);

function matchOwner(organizationId: string | null) {
  return organizationId === null
    ? isNull(sealCertificates.organizationId)
    : eq(sealCertificates.organizationId, organizationId);
}
const IN_USE = and(isNull(sealCertificates.replacedAt), isNull(sealCertificates.revokedAt));

/**
 * Returns the key and certificate that an organization seals with, or those of the instance's authority if
 * `organizationId` is null. Null before they have been created.
 */
export async function readSealKey(tx: Transaction, organizationId: string | null): Promise<StoredKey | null> {
  const [row] = await tx
    .select({
      id: sealCertificates.id,
      certificate: sealCertificates.certificate,
      privateKeySealed: sealCertificates.privateKeySealed,
    })
    .from(sealCertificates)
    .where(and(matchOwner(organizationId), IN_USE));
  return row === undefined ? null : { ...row, certificate: new Uint8Array(row.certificate) };
}

/** Inserts a key unless its owner already has one in use. Returns whether it was inserted. */
export async function insertSealKey(
  tx: Transaction,
  key: StoredKey & { readonly organizationId: string | null },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insert(sealCertificates)
    .values({ ...key, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: sealCertificates.id });
  return inserted.length > 0;
}

/** Lists an organization's certificates, oldest first. */
export async function readSealCertificates(
  tx: Transaction,
  organizationId: string | null,
): Promise<StoredCertificate[]> {
  return await tx
    .select(SHOWN)
    .from(sealCertificates)
    .where(matchOwner(organizationId))
    .orderBy(sealCertificates.createdAt, sealCertificates.id);
}

/** Takes an organization's certificate out of use, so that another one can be issued. */
export async function replaceSealKey(tx: Transaction, organizationId: string, now: Date): Promise<void> {
  await tx
    .update(sealCertificates)
    .set({ replacedAt: now })
    .where(and(eq(sealCertificates.organizationId, organizationId), IN_USE));
}

/** Revokes a certificate. Returns false if it was already revoked. */
export async function revokeSealCertificate(
  tx: Transaction,
  { id, reason, now }: { id: string; reason: NonNullable<StoredCertificate['revocationReason']>; now: Date },
): Promise<boolean> {
  const revoked = await tx
    .update(sealCertificates)
    .set({ revokedAt: now, revocationReason: reason })
    .where(
      and(
        eq(sealCertificates.id, id),
        isNotNull(sealCertificates.organizationId),
        isNull(sealCertificates.revokedAt),
      ),
    )
    .returning({ id: sealCertificates.id });
  return revoked.length > 0;
}

/** Lists every revoked certificate. Requires the scope `dueRows`. */
export async function readRevocations(tx: Transaction): Promise<StoredCertificate[]> {
  return await tx.select(SHOWN).from(sealCertificates).where(isNotNull(sealCertificates.revokedAt));
}
