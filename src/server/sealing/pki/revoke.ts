import type { RevocationReason } from '#server/crypto/revocation-list.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readSealCertificates, revokeSealCertificate } from '#server/db/organizations/seal-certificates.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { getCertificateDetails } from './certificate-details.ts';
import type { Keeping } from './authority.ts';

/**
 * Revokes an organization's certificate as of the next revocation list, and records that. The certificate
 * never seals again. Throws if the organization has no such certificate, or if it is already revoked.
 */
export async function revokeCertificate(
  services: Keeping,
  revoked: {
    readonly organizationId: string;
    readonly certificateId: string;
    readonly reason: RevocationReason;
  },
): Promise<void> {
  const { organizationId, certificateId: id, reason } = revoked;
  const now = services.clock();
  await transaction(services.db, { organizationId }, async (tx) => {
    const organization = await readOrganization(tx, organizationId);
    const certificate = (await readSealCertificates(tx, organizationId)).find((one) => one.id === id);
    if (certificate === undefined || !(await revokeSealCertificate(tx, { id, reason, now })))
      throw new Error(`${organizationId} has no certificate ${id} that isn't revoked`);
    await insertAdministrativeAction(tx, {
      id: services.newId('administrativeAction'),
      ...{ organizationId, actorId: null, actorName: 'Operator', action: 'seal.certificate_revoked' },
      ...{ subjectId: id, subjectName: organization.name },
      details: { ...getCertificateDetails(certificate.certificate), reason },
      ...{ occurredAt: now, ipAddress: null, userAgent: null },
    });
  });
}
