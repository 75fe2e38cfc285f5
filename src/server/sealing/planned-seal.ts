import { X509Certificate } from '@peculiar/x509';
import type { SealLevel } from '#domain/envelope/status.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import type { CertificateSeal } from './certificate-facts.ts';

/** Returns what the certificate of completion says about the seal that the file will get. */
export function describePlannedSeal(
  { certificate, chain }: Pick<SigningKey, 'certificate' | 'chain'>,
  requestedLevel: SealLevel,
): CertificateSeal {
  const root = chain.at(-1) ?? certificate;
  return {
    requestedLevel,
    subject: getSubjectName(certificate),
    root: { name: getSubjectName(root), sha256: computeSha256Hex(root) },
  };
}

/** Returns the common name of a certificate's subject, or else its organization, or else the whole name. */
function getSubjectName(der: Uint8Array): string {
  const { subject, subjectName } = new X509Certificate(new Uint8Array(der));
  return subjectName.getField('CN')[0] ?? subjectName.getField('O')[0] ?? subject;
}
