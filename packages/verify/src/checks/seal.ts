import { Malformed } from '../bytes.ts';
import { createResult, type Result } from '../result.ts';
import { type Certificate, KEY_USAGE } from '../x509/certificate.ts';
import { type Anchors, buildPath, isValidAtTime, type Path } from '../x509/path.ts';
import { UnsupportedAlgorithm } from '../x509/signature.ts';
import { isSignatureValid, type SignedData } from '../x509/signed-data.ts';
import type { Revocation } from '../x509/revocation.ts';

/** Document signing (RFC 9336), and the equivalents that other authorities use. */
const PURPOSES: ReadonlySet<string> = new Set([
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.4.1.311.10.3.12',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.5.5.7.3.4',
  '2.5.29.37.0',
]);

/** The time at which the certificates had to be valid, and whether a timestamp proves it. */
export type SealTime = { readonly at: Date; readonly isConfirmed: boolean };

export async function findSealPath(cms: SignedData, anchors: Anchors | null): Promise<Path | null> {
  try {
    return await buildPath(cms.signer, cms.certificates, anchors);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** Checks the signature, the certificate path from the seal to its root, and whether the root is trusted. */
export async function checkSeal(
  cms: SignedData | null,
  path: Path | null,
  facts: {
    readonly time: SealTime;
    readonly now: Date;
    readonly revocation: Revocation;
    readonly areRootsGiven: boolean;
  },
): Promise<Result> {
  if (cms === null) return createResult('seal', 'signature_unreadable');
  const { name } = cms.signer;
  const organization = name.organization ?? name.commonName ?? '';
  const shown = { organization, root: path?.rootFingerprint ?? '' };
  try {
    if (!(await isSignatureValid(cms))) return createResult('seal', 'signature_invalid', shown);
  } catch (error) {
    if (error instanceof UnsupportedAlgorithm)
      return createResult('seal', 'algorithm_unknown', shown, error.message);
    if (error instanceof Malformed) return createResult('seal', 'signature_invalid', shown, error.message);
    throw error;
  }
  return judge(cms, path, shown, facts);
}

function judge(
  cms: SignedData,
  path: Path | null,
  shown: { readonly organization: string; readonly root: string },
  { time, now, revocation, areRootsGiven }: Parameters<typeof checkSeal>[2],
): Result {
  const unused = cms.certificates.filter((one) => !path?.certificates.includes(one));
  const fault = path === null ? 'a certificate cannot be read' : path.fault;
  if (path === null || fault !== null || unused.length > 0)
    return createResult(
      'seal',
      'certificate_chain_broken',
      shown,
      fault ?? 'a certificate belongs to another chain',
    );
  if (!maySeal(cms.signer)) return createResult('seal', 'certificate_not_for_sealing', shown);
  if (!isValidAtTime(path, time.at)) return createResult('seal', 'certificate_not_valid_then', shown);
  if (revocation.revokedBefore(path, time)) return createResult('seal', 'certificate_revoked', shown);
  if (path.end === 'open') return createResult('seal', 'issuer_missing', shown);
  if (path.end === 'unknown')
    return createResult('seal', areRootsGiven ? 'root_not_trusted' : 'root_not_given', shown);
  // Only a timestamp can prove that the certificate was still valid, not a time that the sealer claims.
  if (!time.isConfirmed && !isValidAtTime(path, now))
    return createResult('seal', 'certificate_expired_since', shown);
  return createResult('seal', 'sealed_by', shown);
}

function maySeal({ keyUsage, purposes }: Certificate): boolean {
  const usage = KEY_USAGE.digitalSignature | KEY_USAGE.nonRepudiation;
  return (
    (keyUsage === null || (keyUsage & usage) !== 0) && (purposes?.some((one) => PURPOSES.has(one)) ?? true)
  );
}
