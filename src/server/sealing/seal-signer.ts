import { X509Certificate } from 'node:crypto';
import { issueSealCertificate } from '#server/crypto/certificate-authority.ts';
import { type SigningKey, createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { EXPIRES_SOON_MS } from '#server/keys/key-store.ts';
import { SealKeyError } from '#server/crypto/keys/seal-key.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { replaceSealKey } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Organization } from '#server/db/organizations/organizations.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import type { Services } from '#server/runtime/services.ts';
import { getCertificateDetails } from './pki/certificate-details.ts';
import {
  ensureInstanceAuthority,
  ensureKeptKey,
  type Keeping,
  type KeptKey,
  getPublishedAddresses,
  readKeptKeys,
} from './pki/authority.ts';

type Owner = Pick<Organization, 'id' | 'name' | 'testOf'>;
type Signing = Keeping & Pick<Services, 'sealKey'>;

/**
 * Returns the key that seals an organization's documents: the configured key, or one with a certificate that
 * the instance's authority issued to the organization. Test environments always use an issued certificate,
 * which says that it is for tests. A generated key is replaced before it expires and after it is revoked.
 * Throws SealKeyError if the certificate isn't valid now.
 */
export async function resolveSealSigner(services: Signing, organization: Owner): Promise<SigningKey> {
  const { sealKey } = services;
  const key =
    sealKey === null || organization.testOf !== null
      ? await ensureGeneratedKey(services, organization)
      : await sealKey.key();
  const { notBefore, notAfter } = readValidity(key);
  const now = services.clock();
  if (now < notBefore || now > notAfter)
    throw new SealKeyError(
      `the seal certificate is valid from ${formatDay(notBefore)} to ${formatDay(notAfter)}`,
    );
  return key;
}

async function ensureGeneratedKey(services: Signing, organization: Owner): Promise<SigningKey> {
  const kept = await readKeptKeys(services, organization.id);
  const authority = kept?.authority ?? (await ensureInstanceAuthority(services));
  const key = kept?.key ?? (await ensureIssuedKey(services, organization, authority));
  const { notAfter } = readValidity(key);
  if (notAfter.getTime() - services.clock().getTime() > EXPIRES_SOON_MS) return withChain(key, authority);
  await rotateSealKey(services, organization);
  return withChain(await ensureIssuedKey(services, organization, authority), authority);
}

/** Retires an organization's certificate and issues one with a new key, which is recorded. */
export async function rotateSealKey(
  services: Signing,
  organization: Owner,
  actorName?: string,
): Promise<KeptKey> {
  const authority = await ensureInstanceAuthority(services);
  await transaction(services.db, { organizationId: organization.id }, (tx) =>
    replaceSealKey(tx, organization.id, services.clock()),
  );
  return await ensureIssuedKey(services, organization, authority, actorName);
}

async function ensureIssuedKey(
  services: Signing,
  organization: Owner,
  authority: KeptKey,
  actorName = 'Countersign',
): Promise<KeptKey> {
  const { clock, config, newId } = services;
  const now = clock();
  return await ensureKeptKey(
    services,
    organization.id,
    () =>
      issueSealCertificate(authority, {
        organizationName: getShownName(organization),
        organizationId: organization.id,
        isTest: organization.testOf !== null,
        keyType: config.sealKeyType,
        country: config.sealCountry,
        publishedAt: getPublishedAddresses(services, authority.id),
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
        details: getCertificateDetails(key.certificate),
        occurredAt: now,
        ipAddress: null,
        userAgent: null,
      }),
  );
}

function readValidity({ certificate }: Pick<SigningKey, 'certificate'>): { notBefore: Date; notAfter: Date } {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return { notBefore: new Date(validFrom), notAfter: new Date(validTo) };
}

function withChain(key: KeptKey, authority: KeptKey): SigningKey {
  return createSoftwareKey({ ...key, chain: [authority.certificate] });
}

function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
