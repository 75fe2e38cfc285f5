import { readFile } from 'node:fs/promises';
import { readPkcs12 } from '#server/crypto/seal-key.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readSealKey } from '#server/db/organizations/seal-certificates.ts';
import type { Services } from '#server/app/services.ts';

/**
 * Returns the root certificates (DER) that this instance's seals lead to: that of the configured key, and that of the
 * instance's own authority once it has issued one.
 */
export async function publishedRoots({ config, db }: Pick<Services, 'config' | 'db'>): Promise<Uint8Array[]> {
  const stored = await transaction(db, { organizationId: 'none' }, (tx) => readSealKey(tx, null));
  const own = stored === null ? [] : [stored.certificate];
  if (config.sealPkcs12 === null) return own;
  const { path, password } = config.sealPkcs12;
  const { certificate, chain } = await readPkcs12(new Uint8Array(await readFile(path)), password);
  return [chain.at(-1) ?? certificate, ...own];
}
