import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SealCertificate } from '#server/crypto/certificate-authority.ts';

/** A key that seals, wherever it is, with its certificate apart from the chain (DER). */
export type SigningKey = {
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  /** Signs with SHA-256: RSA as PKCS #1 v1.5 (RFC 8017, 8.2), ECDSA as DER (RFC 3279, 2.2.3). */
  readonly sign: (data: Uint8Array) => Promise<Uint8Array>;
};

const signAside = promisify(sign);

/** Returns a key that this process has: a generated one, or one from a PKCS#12 file. */
export function createSoftwareKey({ certificate, chain, privateKey }: SealCertificate): SigningKey {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return {
    certificate,
    chain,
    sign: async (data) => new Uint8Array(await signAside('sha256', data, key)),
  };
}
