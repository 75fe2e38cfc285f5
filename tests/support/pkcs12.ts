import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SealCertificate } from '#server/crypto/certificate-authority.ts';

/** Writes a key with its certificates to a file `seal.p12` in a directory, and returns its path. */
export function writePkcs12(
  directory: string,
  { certificate, chain, privateKey }: SealCertificate,
  password: string,
): string {
  const [key, pem, path] = ['key.pem', 'chain.pem', 'seal.p12'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  const parsed = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  writeFileSync(key, parsed.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(pem, [certificate, ...chain].map((der) => new X509Certificate(der).toString()).join(''));
  execFileSync('openssl', [
    ...['pkcs12', '-export', '-inkey', key, '-in', pem, '-out', path],
    ...['-passout', `pass:${password}`],
  ]);
  return path;
}
