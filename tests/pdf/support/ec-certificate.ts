import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SigningKey, createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { scratchDirectory } from './pdf-tools.ts';

/** Makes a self-signed P-256 certificate with OpenSSL. */
export function selfSignedEcKey(): SigningKey {
  const directory = scratchDirectory();
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '3650',
      ],
      ...['-subj', '/CN=Elliptic seal', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  return createSoftwareKey({
    certificate: new Uint8Array(new X509Certificate(readFileSync(certificate)).raw),
    chain: [],
    privateKey: new Uint8Array(createPrivateKey(readFileSync(key)).export({ type: 'pkcs8', format: 'der' })),
  });
}
