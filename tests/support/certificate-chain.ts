import { X509Certificate } from 'node:crypto';

/** Whether a chain of DER certificates, leaf first, leads to an authority. */
export function leadsTo(authority: Uint8Array, chain: readonly Uint8Array[]): boolean {
  try {
    const anchor = new X509Certificate(authority);
    const certificates = chain.map((der) => new X509Certificate(der));
    const end = certificates.findIndex((certificate) => certificate.raw.equals(anchor.raw));
    const path = end === -1 ? certificates : certificates.slice(0, end);
    return (
      certificates.length > 0 &&
      path.every((certificate, index) => isIssuedBy(certificate, path[index + 1] ?? anchor))
    );
  } catch {
    return false;
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}
