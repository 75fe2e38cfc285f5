import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SealKeyError } from '#server/crypto/keys/seal-key.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads a PEM file that contains the key's certificate followed by its chain. Throws SealKeyError. */
export async function readCertificateFile(
  path: string,
): Promise<{ certificate: Uint8Array; chain: Uint8Array[] }> {
  const pem = await readFile(path, 'utf8');
  const [certificate, ...chain] = (pem.match(CERTIFICATE) ?? []).map(
    (one) => new Uint8Array(new X509Certificate(one).raw),
  );
  if (certificate === undefined) throw new SealKeyError(`${path} has no certificate (PEM)`);
  return { certificate, chain };
}
