import { readFile } from 'node:fs/promises';
import {
  createInstanceAuthority,
  issueSealCertificate,
  type CertifiedKey,
} from '#server/crypto/certificate-authority.ts';
import { readPkcs12 } from '#server/crypto/seal-key.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { insertSealKey, readSealKey, type StoredKey } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { SealSigner } from '#server/pdf/seal/seal-request.ts';
import type { Services } from '#server/app/services.ts';

type Keeping = Pick<Services, 'config' | 'db' | 'clock' | 'newId'>;
type Owner = { readonly id: string; readonly name: string };

const PURPOSE = 'seal-key/v1';
const INSTANCE_NAME = 'Countersign';

/**
 * Returns the key that seals an organization's documents: the configured PKCS#12, or a certificate that the
 * instance's authority issued to the organization. Both are created on demand and stored encrypted. If
 * processes create one concurrently, the first wins.
 */
export async function sealSignerOf(services: Keeping, organization: Owner): Promise<SealSigner> {
  const configured = services.config.sealPkcs12;
  if (configured !== null)
    return await readPkcs12(new Uint8Array(await readFile(configured.path)), configured.password);
  const authority = await instanceAuthority(services);
  const key = await keyOf(services, organization.id, () =>
    issueSealCertificate(authority, {
      organizationName: organization.name,
      organizationId: organization.id,
      now: services.clock(),
    }),
  );
  return { ...key, chain: [authority.certificate] };
}

async function instanceAuthority(services: Keeping): Promise<CertifiedKey> {
  return await keyOf(services, null, () => createInstanceAuthority(INSTANCE_NAME, services.clock()));
}

async function keyOf(
  services: Keeping,
  organizationId: string | null,
  make: () => Promise<CertifiedKey>,
): Promise<CertifiedKey> {
  // The authority belongs to no organization, and its policy ignores the scope.
  const scope = { organizationId: organizationId ?? 'none' };
  const stored = await transaction(services.db, scope, (tx) => readSealKey(tx, organizationId));
  if (stored !== null) return opened(services, stored);
  const made = await make();
  const kept = await transaction(services.db, scope, async (tx) => {
    const privateKeySealed = sealSecret(services.config.secretKeys.current, PURPOSE, made.privateKey);
    const key = {
      id: services.newId('sealCertificate'),
      organizationId,
      certificate: made.certificate,
      privateKeySealed,
    };
    await insertSealKey(tx, key, services.clock());
    return await readSealKey(tx, organizationId);
  });
  if (kept === null) throw new Error('the seal key is missing right after it was written');
  return opened(services, kept);
}

function opened(services: Keeping, { certificate, privateKeySealed }: StoredKey): CertifiedKey {
  return { certificate, privateKey: openSecret(services.config.secretKeys, PURPOSE, privateKeySealed) };
}
