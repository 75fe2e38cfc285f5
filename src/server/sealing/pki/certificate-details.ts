import { X509Certificate } from '@peculiar/x509';

/** What the audit log says about a certificate. */
export function getCertificateDetails(der: Uint8Array): Record<string, string> {
  const { serialNumber, notAfter } = new X509Certificate(new Uint8Array(der));
  return { serialNumber, expires: notAfter.toISOString().slice(0, 10) };
}
