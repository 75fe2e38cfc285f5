import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto';
import { P12Signer } from '@libpdf/core';
import type { SealCertificate } from '../certificate-authority.ts';

/** Thrown when a PKCS#12 file can't be used. The message tells the operator why. */
export class SealKeyError extends Error {
  override readonly name = 'SealKeyError';
}

/**
 * Reads the private key, its certificate and the chain from a PKCS#12 file (RFC 7292) with modern (PBES2) or
 * legacy (3DES, RC2) encryption. Accepts RSA keys of 2048 bits or more and ECDSA keys on P-256, P-384 and
 * P-521. Throws `SealKeyError`.
 */
export async function readPkcs12(bytes: Uint8Array, password: string): Promise<SealCertificate> {
  const parsed = await parsePkcs12(bytes, password);
  const key = parsed.key;
  refuseWeakKey(key);

  const certificates = parsed.certificates.map(parseCertificate);
  const leaf = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!leaf) throw new SealKeyError('the PKCS#12 file has no certificate for its private key');
  return {
    certificate: new Uint8Array(leaf.raw),
    chain: orderChain(
      leaf,
      certificates.filter((certificate) => certificate !== leaf),
    ),
    privateKey: new Uint8Array(key.export({ type: 'pkcs8', format: 'der' })),
  };
}

async function parsePkcs12(
  bytes: Uint8Array,
  password: string,
): Promise<{ key: KeyObject; certificates: Uint8Array[] }> {
  let signer: P12Signer;
  try {
    signer = await P12Signer.create(bytes, password);
  } catch (error) {
    throw new SealKeyError(describeOpenFailure(error), { cause: error });
  }
  // The library lets the key sign only through its own functions, so the key is exported.
  const key = KeyObject.from(signer['privateKey']);
  return {
    key: createPrivateKey({
      key: key.export({ type: 'pkcs8', format: 'der' }),
      format: 'der',
      type: 'pkcs8',
    }),
    certificates: [signer.certificate, ...signer.certificateChain],
  };
}

function describeOpenFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/password|integrity|decrypt|operation/i.test(message)) {
    return "the PKCS#12 file can't be opened: the password is wrong or the file is damaged";
  }
  if (/No private key/.test(message)) return 'the PKCS#12 file has no private key';
  if (/No certificates/.test(message)) return 'the PKCS#12 file has no certificate';
  return `not a readable PKCS#12 file (${message})`;
}

function refuseWeakKey(key: KeyObject): void {
  const details = key.asymmetricKeyDetails;
  if (key.asymmetricKeyType === 'rsa' && (details?.modulusLength ?? 0) >= 2048) return;
  if (
    key.asymmetricKeyType === 'ec' &&
    /^(prime256v1|secp384r1|secp521r1)$/.test(details?.namedCurve ?? '')
  ) {
    return;
  }
  throw new SealKeyError(
    'the private key must be RSA of at least 2048 bits, or ECDSA on P-256, P-384 or P-521',
  );
}

function parseCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (error) {
    throw new SealKeyError('a certificate in the PKCS#12 file is damaged', { cause: error });
  }
}

/** Orders certificates from the leaf upwards and drops unrelated ones. */
function orderChain(leaf: X509Certificate, others: X509Certificate[]): Uint8Array[] {
  const chain: Uint8Array[] = [];
  const remaining = new Set(others);
  let current = leaf;
  for (;;) {
    const issuer = [...remaining].find((candidate) => isIssuedBy(current, candidate));
    if (!issuer) return chain;
    remaining.delete(issuer);
    chain.push(new Uint8Array(issuer.raw));
    current = issuer;
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
