import { transaction } from '#server/db/client/transaction.ts';
import { readSealKey } from '#server/db/organizations/seal-certificates.ts';
import { readCertificateFile } from '#server/keys/certificate-file.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * Returns the root certificates (DER) of this instance's seals: the root of the configured key, and that of
 * the instance's own authority once it has issued a certificate.
 */
export async function listPublishedRoots({
  db,
  sealKey,
}: Pick<Services, 'db' | 'sealKey'>): Promise<Uint8Array[]> {
  const stored = await transaction(db, { organizationId: 'none' }, (tx) => readSealKey(tx, null));
  const own = stored === null ? [] : [stored.certificate];
  if (sealKey === null) return own;
  const { certificate, chain } = await sealKey.key();
  return [chain.at(-1) ?? certificate, ...own];
}

/** Returns the root certificates (DER) of the timestamp services that the operator trusts. */
export async function listPublishedTimestampRoots({
  config,
}: Pick<Services, 'config'>): Promise<Uint8Array[]> {
  const { rootsFile } = config.timestamps;
  if (rootsFile === null) return [];
  const { certificate, chain } = await readCertificateFile(rootsFile);
  return [certificate, ...chain];
}
