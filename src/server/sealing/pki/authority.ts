import {
  createInstanceAuthority,
  type CertifiedKey,
  type PublishedAt,
} from '#server/crypto/certificate-authority.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { insertSealKey, readSealKey, type StoredKey } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';

export type Keeping = Pick<Services, 'config' | 'db' | 'clock' | 'newId'>;
export type KeptKey = CertifiedKey & { readonly id: string };

const PURPOSE = 'seal-key/v1';
const INSTANCE_NAME = 'Countersign';

/** Where the instance publishes its certificate authority (RFC 5280, 4.2.1.13 and 4.2.2.1). */
export const PKI_PATH = '/pki';

/**
 * Returns the instance's certificate authority, and creates it on first use. It belongs to no organization.
 */
export async function ensureInstanceAuthority(services: Keeping): Promise<KeptKey> {
  const { clock, config } = services;
  return await ensureKeptKey(services, null, () =>
    createInstanceAuthority(INSTANCE_NAME, clock(), {
      keyType: config.sealKeyType,
      country: config.sealCountry,
    }),
  );
}

/** Returns the URLs that are written into the certificates that an authority issues. */
export function getPublishedAddresses(
  { config }: Pick<Services, 'config'>,
  authorityId: string,
): PublishedAt {
  const base = `${config.http.origin}${PKI_PATH}/${authorityId}`;
  return { issuer: `${base}.cer`, revocationList: `${base}.crl` };
}

/**
 * Returns the key in use for an organization, or for the instance if null. Creates one if there is none. If
 * processes create keys concurrently, the first one wins. `onMade` runs in the transaction that stores the
 * key.
 */
export async function ensureKeptKey(
  services: Keeping,
  organizationId: string | null,
  make: () => Promise<CertifiedKey>,
  onMade: (
    tx: Parameters<Parameters<typeof transaction>[2]>[0],
    key: KeptKey,
  ) => Promise<void> = async () => {},
): Promise<KeptKey> {
  // The authority belongs to no organization, and its policy ignores the scope.
  const scope = { organizationId: organizationId ?? 'none' };
  const stored = await transaction(services.db, scope, (tx) => readSealKey(tx, organizationId));
  if (stored !== null) return openKey(services, stored);
  const made = await make();
  const kept = await transaction(services.db, scope, async (tx) => {
    const privateKeySealed = sealSecret(services.config.secretKeys.current, PURPOSE, made.privateKey);
    const id = services.newId('sealCertificate');
    const key = { id, organizationId, certificate: made.certificate, privateKeySealed };
    if (await insertSealKey(tx, key, services.clock())) await onMade(tx, { ...made, id });
    return await readSealKey(tx, organizationId);
  });
  if (kept === null) throw new Error('the seal key is missing right after it was written');
  return openKey(services, kept);
}

/** Returns the instance's authority and the organization's key if both exist. */
export async function readKeptKeys(
  services: Keeping,
  organizationId: string,
): Promise<{ readonly authority: KeptKey; readonly key: KeptKey } | null> {
  const [authority, key] = await transaction(services.db, { organizationId }, (tx) =>
    Promise.all([readSealKey(tx, null), readSealKey(tx, organizationId)]),
  );
  if (authority === null || key === null) return null;
  return { authority: openKey(services, authority), key: openKey(services, key) };
}

function openKey(services: Keeping, { id, certificate, privateKeySealed }: StoredKey): KeptKey {
  return { id, certificate, privateKey: openSecret(services.config.secretKeys, PURPOSE, privateKeySealed) };
}
