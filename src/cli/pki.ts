import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { X509Certificate } from '@peculiar/x509';
import { REVOCATION_REASONS, type RevocationReason } from '#server/crypto/revocation-list.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readSealCertificates } from '#server/db/organizations/seal-certificates.ts';
import { ensureInstanceAuthority } from '#server/sealing/pki/authority.ts';
import { issueRevocationList } from '#server/sealing/pki/revocation.ts';
import { revokeCertificate } from '#server/sealing/pki/revoke.ts';
import { rotateSealKey } from '#server/sealing/seal-signer.ts';
import type { OperatorServices } from './with-services.ts';

/** Lists the certificates of an organization, or of the authority. */
export async function listCertificates({ db }: OperatorServices, organizationId: string | undefined) {
  const certificates = await transaction(db, { organizationId: organizationId ?? 'none' }, (tx) =>
    readSealCertificates(tx, organizationId ?? null),
  );
  say(certificates.map(describeCertificate).join('\n'));
}

/** Issues an organization's next certificate, with a new key. */
export async function issueCertificate(services: OperatorServices, organizationId: string): Promise<void> {
  const organization = await transaction(services.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  const { id } = await rotateSealKey({ ...services, sealKey: null }, organization, 'Operator');
  say(`${id} seals for ${organization.name} from now on`);
}

/** Revokes a certificate and issues a revocation list with it. */
export async function revokeSealCertificate(
  services: OperatorServices,
  organizationId: string,
  certificateId: string,
  reason: string,
): Promise<void> {
  if (!isReason(reason))
    throw new Error(`--reason must be one of ${Object.keys(REVOCATION_REASONS).join(', ')}`);
  await revokeCertificate(services, { organizationId, certificateId, reason });
  const { number } = await issueRevocationList(services);
  say(`${certificateId} is revoked in list ${number}`);
}

/** Renews the revocation list. */
export async function renewRevocationList(services: OperatorServices): Promise<void> {
  const { number, nextUpdate } = await issueRevocationList(services);
  say(`issued list ${number}, valid until ${nextUpdate.toISOString()}`);
}

/** Writes the authority's certificate and revocation list to files. */
export async function exportAuthority(services: OperatorServices, directory: string): Promise<void> {
  const authority = await ensureInstanceAuthority(services);
  const { list } = await issueRevocationList(services);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${authority.id}.cer`), authority.certificate);
  await writeFile(join(directory, `${authority.id}.crl`), list);
  say(`wrote ${authority.id}.cer and ${authority.id}.crl`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function isReason(text: string): text is RevocationReason {
  return Object.hasOwn(REVOCATION_REASONS, text);
}

function describeCertificate(one: Awaited<ReturnType<typeof readSealCertificates>>[number]): string {
  const { subject, notAfter } = new X509Certificate(new Uint8Array(one.certificate));
  const state =
    one.revokedAt !== null
      ? `revoked ${one.revokedAt.toISOString()} (${one.revocationReason ?? 'unspecified'})`
      : one.replacedAt !== null
        ? `replaced ${one.replacedAt.toISOString()}`
        : 'in use';
  return [one.id, state, `expires ${notAfter.toISOString()}`, subject].join('  ');
}
