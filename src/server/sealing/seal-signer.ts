import { readFile } from 'node:fs/promises';
import {
  createInstanceAuthority,
  issueSealCertificate,
  type CertifiedKey,
} from '#server/crypto/certificate-authority.ts';
import { readPkcs12 } from '#server/crypto/seal-key.ts';
import { openSecret, sealSecret } from '#server/crypto/secret-box.ts';
import { insertSealKey, readSealKey, type StoredKey } from '#server/db/seal-certificates.ts';
import { within } from '#server/db/transaction.ts';
import type { SealSigner } from '#server/pdf/seal-request.ts';
import type { World } from '#server/world.ts';

type Keeping = Pick<World, 'config' | 'db' | 'clock' | 'newId'>;
type Owner = { readonly id: string; readonly name: string };

const PURPOSE = 'seal-key/v1';
const INSTANCE_NAME = 'Countersign';

/**
 * The key that an organization's documents are sealed with: the configured PKCS#12, or a certificate that the
 * instance's own authority issued to the organization. Both are made at first need and kept encrypted; of processes
 * that make one at the same moment the first wins.
 */
export async function sealSignerOf(world: Keeping, organization: Owner): Promise<SealSigner> {
  const configured = world.config.sealPkcs12;
  if (configured !== null)
    return await readPkcs12(new Uint8Array(await readFile(configured.path)), configured.password);
  const authority = await instanceAuthority(world);
  const key = await keyOf(world, organization.id, () =>
    issueSealCertificate(authority, {
      organizationName: organization.name,
      organizationId: organization.id,
      now: world.clock(),
    }),
  );
  return { ...key, chain: [authority.certificate] };
}

async function instanceAuthority(world: Keeping): Promise<CertifiedKey> {
  return await keyOf(world, null, () => createInstanceAuthority(INSTANCE_NAME, world.clock()));
}

async function keyOf(
  world: Keeping,
  organizationId: string | null,
  make: () => Promise<CertifiedKey>,
): Promise<CertifiedKey> {
  // The authority belongs to no organization; its policy does not look at the scope.
  const scope = { organizationId: organizationId ?? 'none' };
  const stored = await within(world.db, scope, (tx) => readSealKey(tx, organizationId));
  if (stored !== null) return opened(world, stored);
  const made = await make();
  const kept = await within(world.db, scope, async (tx) => {
    const privateKeySealed = sealSecret(world.config.secretKeys.current, PURPOSE, made.privateKey);
    const key = {
      id: world.newId('sealCertificate'),
      organizationId,
      certificate: made.certificate,
      privateKeySealed,
    };
    await insertSealKey(tx, key, world.clock());
    return await readSealKey(tx, organizationId);
  });
  if (kept === null) throw new Error('the seal key that was just written is not there');
  return opened(world, kept);
}

function opened(world: Keeping, { certificate, privateKeySealed }: StoredKey): CertifiedKey {
  return { certificate, privateKey: openSecret(world.config.secretKeys, PURPOSE, privateKeySealed) };
}
