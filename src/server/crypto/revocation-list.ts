import { Integer } from 'asn1js';
import {
  AuthorityKeyIdentifierExtension,
  Extension,
  X509Certificate,
  X509CrlGenerator,
  X509CrlReason,
} from '@peculiar/x509';
import { readCertificate } from '#verify/x509/certificate.ts';
import { coversCertificate, readRevocationList } from '#verify/x509/revocation-list.ts';
import { type CertifiedKey, importSigningKey } from './certificate-authority.ts';

/** Reasons for revoking a certificate (RFC 5280, 5.3.1) that the commands offer. */
export const REVOCATION_REASONS = {
  unspecified: X509CrlReason.unspecified,
  key_compromise: X509CrlReason.keyCompromise,
  superseded: X509CrlReason.superseded,
  cessation: X509CrlReason.cessationOfOperation,
} as const;
export type RevocationReason = keyof typeof REVOCATION_REASONS;

export type Revocation = {
  /** The certificate (DER). */
  readonly certificate: Uint8Array;
  readonly revokedAt: Date;
  readonly reason: RevocationReason;
};

const CRL_NUMBER = '2.5.29.20';

/**
 * Signs an authority's list of revoked certificates (RFC 5280, 5). The list's number must increase each time.
 */
export async function createRevocationList(
  authority: CertifiedKey,
  list: { number: number; revocations: readonly Revocation[]; now: Date; nextUpdate: Date },
): Promise<Uint8Array> {
  const issuer = new X509Certificate(new Uint8Array(authority.certificate));
  const { key, algorithm } = await importSigningKey(authority.privateKey);
  const crl = await X509CrlGenerator.create({
    issuer: issuer.subjectName,
    thisUpdate: list.now,
    nextUpdate: list.nextUpdate,
    signingAlgorithm: algorithm,
    signingKey: key,
    entries: list.revocations.map(({ certificate, revokedAt, reason }) => ({
      serialNumber: new X509Certificate(new Uint8Array(certificate)).serialNumber,
      revocationDate: revokedAt,
      // RFC 5280 asks issuers to leave out the code for unspecified.
      ...(reason === 'unspecified' ? {} : { reason: REVOCATION_REASONS[reason] }),
    })),
    extensions: [
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new Extension(CRL_NUMBER, false, new Uint8Array(new Integer({ value: list.number }).toBER())),
    ],
  });
  return new Uint8Array(crl.rawData);
}

/**
 * Returns why a list doesn't cover a certificate of its issuer, by the verifier's own check. Null if it does.
 */
export function findScopeFault(list: Uint8Array, certificate: Uint8Array): string | null {
  const read = readRevocationList(list);
  if (read.scope === null) return 'is a delta or of an unknown kind';
  return coversCertificate(read, readCertificate(certificate)) ? null : 'is for other certificates';
}
