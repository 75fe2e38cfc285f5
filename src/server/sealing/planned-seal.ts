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
  const root = describeSubject(chain.at(-1) ?? certificate);
  return { requestedLevel, subject: describeSubject(certificate).name, root };
}

const MOST_NAMES = 500;
const names = new Map<string, string>();

/**
 * Returns a certificate's hash, and the common name of its subject, or else its organization, or else the
 * whole name.
 */
function describeSubject(der: Uint8Array): { readonly name: string; readonly sha256: string } {
  const sha256 = computeSha256Hex(der);
  let name = names.get(sha256);
  if (name === undefined) {
    const { subject, subjectName } = new X509Certificate(new Uint8Array(der));
    name = subjectName.getField('CN')[0] ?? subjectName.getField('O')[0] ?? subject;
    if (names.size >= MOST_NAMES) names.clear();
    names.set(sha256, name);
  }
  return { name, sha256 };
}
