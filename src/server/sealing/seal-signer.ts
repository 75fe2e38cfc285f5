import { X509Certificate } from '@peculiar/x509';
import { issueSealCertificate } from '#server/crypto/certificate-authority.ts';
import { type SigningKey, softwareKey } from '#server/crypto/keys/signing-key.ts';
import { EXPIRES_SOON_MS } from '#server/keys/key-store.ts';
import { SealKeyError } from '#server/crypto/keys/seal-key.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { replaceSealKey } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import { shownNameOf } from '#domain/organization/shown-name.ts';
import type { Services } from '#server/app/services.ts';
import { certificateDetails } from './pki/certificate-details.ts';
import { instanceAuthority, keptKey, type Keeping, type KeptKey, publishedAt } from './pki/authority.ts';

type Owner = Pick<Organization, 'id' | 'name' | 'testOf'>;
type Signing = Keeping & Pick<Services, 'sealKey'>;

/**
 * Returns the key that seals an organization's documents: the configured one, or one with a certificate that the instance's
 * authority issued to the organization. Test environments always have such a certificate, which says what they are. A generated key is
 * replaced before it expires, and after it was revoked. Throws SealKeyError if the certificate isn't valid now.
 */
export async function sealSignerOf(services: Signing, organization: Owner): Promise<SigningKey> {
  const { sealKey } = services;
  const key =
    sealKey === null || organization.testOf !== null
      ? await generatedKey(services, organization)
      : await sealKey.key();
  const { notBefore, notAfter } = new X509Certificate(new Uint8Array(key.certificate));
  const now = services.clock();
  if (now < notBefore || now > notAfter)
    throw new SealKeyError(`the seal certificate is valid from ${day(notBefore)} to ${day(notAfter)}`);
  return key;
}

async function generatedKey(services: Signing, organization: Owner): Promise<SigningKey> {
  const authority = await instanceAuthority(services);
  const key = await issuedKey(services, organization, authority);
  const { notAfter } = new X509Certificate(new Uint8Array(key.certificate));
  if (notAfter.getTime() - services.clock().getTime() > EXPIRES_SOON_MS) return withChain(key, authority);
  await rotateSealKey(services, organization);
  return withChain(await issuedKey(services, organization, authority), authority);
}

/** Takes an organization's certificate out of use and issues another one with a new key. Records that. */
export async function rotateSealKey(
  services: Signing,
  organization: Owner,
  actorName?: string,
): Promise<KeptKey> {
  const authority = await instanceAuthority(services);
  await transaction(services.db, { organizationId: organization.id }, (tx) =>
    replaceSealKey(tx, organization.id, services.clock()),
  );
  return await issuedKey(services, organization, authority, actorName);
}

async function issuedKey(
  services: Signing,
  organization: Owner,
  authority: KeptKey,
  actorName = 'Countersign',
): Promise<KeptKey> {
  const { clock, config, newId } = services;
  const now = clock();
  return await keptKey(
    services,
    organization.id,
    () =>
      issueSealCertificate(authority, {
        organizationName: shownNameOf(organization),
        organizationId: organization.id,
        isTest: organization.testOf !== null,
        keyType: config.sealKeyType,
        publishedAt: publishedAt(services, authority.id),
        now,
      }),
    (tx, key) =>
      insertAdministrativeAction(tx, {
        id: newId('administrativeAction'),
        organizationId: organization.id,
        actorId: null,
        actorName,
        action: 'seal.certificate_issued',
        subjectId: key.id,
        subjectName: organization.name,
        details: certificateDetails(key.certificate),
        occurredAt: now,
        ipAddress: null,
        userAgent: null,
      }),
  );
}

function withChain(key: KeptKey, authority: KeptKey): SigningKey {
  return softwareKey({ ...key, chain: [authority.certificate] });
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
