import { isEqual } from '../bytes.ts';
import { type Certificate, KEY_USAGE } from './certificate.ts';
import { computeFingerprint, isSignedBy } from './signature.ts';

/** What is trusted: root certificates, or their SHA-256 fingerprints in lowercase hex. */
export type Anchors = {
  readonly certificates: readonly Certificate[];
  readonly fingerprints: readonly string[];
};

/** The certificates from a leaf up, and where the path ends. */
export type Path = {
  readonly certificates: readonly Certificate[];
  /** `pinned`: at a trusted root; `unknown`: at an untrusted root; `open`: at a missing issuer. */
  readonly end: 'pinned' | 'unknown' | 'open';
  /** SHA-256 of the last certificate, in lowercase hex. */
  readonly rootFingerprint: string;
  /** Why the path is invalid, for programs. */
  readonly fault: string | null;
};

const MAX_LENGTH = 8;

/**
 * Follows issuers by name and signature, and checks what each certificate is allowed to do. Doesn't check
 * validity periods. Trusted certificates come first, so that a modified copy of a root, which signed nothing,
 * doesn't end up on the path.
 */
export async function buildPath(
  leaf: Certificate,
  pool: readonly Certificate[],
  anchors: Anchors | null,
): Promise<Path> {
  const certificates = [leaf];
  const trusted = new Set(anchors?.fingerprints);
  for (const { der } of anchors?.certificates ?? []) trusted.add(await computeFingerprint(der));
  const issuers = [...(await selectPinned(pool, trusted)), ...(anchors?.certificates ?? []), ...pool];
  let fault: string | null = null;
  let current = leaf;
  while (!isEqual(current.issuer, current.subject) && certificates.length < MAX_LENGTH) {
    const issuer = await findIssuer(current, issuers);
    if (issuer === null) break;
    certificates.push(issuer);
    current = issuer;
  }
  const isRoot = isEqual(current.issuer, current.subject);
  if (isRoot && !(await isIssuedBy(current, current))) fault = "the root didn't sign itself";
  fault ??= findPathFault(certificates);
  // Otherwise, a list with an issuer of the wrong key would pass as one that ends early.
  if (!isRoot && issuers.some(({ subject }) => isEqual(subject, current.issuer)))
    fault ??= "a certificate wasn't signed by its issuer";
  const prints = await Promise.all(certificates.map(({ der }) => computeFingerprint(der)));
  const isPinned = prints.some((print) => trusted.has(print));
  return {
    certificates,
    end: isPinned ? 'pinned' : isRoot ? 'unknown' : 'open',
    rootFingerprint: prints.at(-1) ?? '',
    fault,
  };
}

async function selectPinned(
  pool: readonly Certificate[],
  trusted: ReadonlySet<string>,
): Promise<Certificate[]> {
  const prints = await Promise.all(pool.map(({ der }) => computeFingerprint(der)));
  return pool.filter((_, index) => trusted.has(prints[index] ?? ''));
}

async function findIssuer(
  certificate: Certificate,
  pool: readonly Certificate[],
): Promise<Certificate | null> {
  for (const candidate of pool)
    if (isEqual(candidate.subject, certificate.issuer) && (await isIssuedBy(certificate, candidate)))
      return candidate;
  return null;
}

async function isIssuedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  const { algorithm, signed: data, signature } = certificate;
  return await isSignedBy({ algorithm, spki: issuer.spki, data, signature });
}

function findPathFault([leaf, ...issuers]: readonly Certificate[]): string | null {
  for (const [index, issuer] of issuers.entries()) {
    if (!issuer.isAuthority) return 'an issuer is not a certificate authority';
    if (issuer.keyUsage !== null && (issuer.keyUsage & KEY_USAGE.certSign) === 0)
      return 'an issuer may not sign certificates';
    if (issuer.pathLength !== null && issuer.pathLength < index) return 'the path is longer than allowed';
  }
  return [leaf, ...issuers].some((certificate) => (certificate?.unknownCritical.length ?? 0) > 0)
    ? 'a certificate has an unknown critical extension'
    : null;
}

/** Whether every certificate was valid at a time. */
export function isValidAtTime({ certificates }: Path, time: Date): boolean {
  return certificates.every(({ notBefore, notAfter }) => notBefore <= time && time <= notAfter);
}
