import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SealCertificate } from '#server/crypto/certificate-authority.ts';

/** A key that seals, wherever it is kept. Its certificate is separate from the chain (both DER). */
export type SigningKey = {
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  /**
   * Signs with SHA-256. RSA signatures are PKCS #1 v1.5 (RFC 8017, 8.2), ECDSA signatures DER (RFC 3279,
   * 2.2.3).
   */
  readonly sign: (data: Uint8Array) => Promise<Uint8Array>;
};

const signAside = promisify(sign);

/** Returns a signing key that is in this process's memory: a generated one, or one from a PKCS#12 file. */
export function createSoftwareKey({ certificate, chain, privateKey }: SealCertificate): SigningKey {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return {
    certificate,
    chain,
    sign: async (data) => new Uint8Array(await signAside('sha256', data, key)),
  };
}
