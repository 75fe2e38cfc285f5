import { verify, X509Certificate } from 'node:crypto';
import type { SigningKey } from './keys/signing-key.ts';

/** A detached signature and the signer's certificates (DER, leaf first), all in base64. */
export type StatementSignature = { readonly signature: string; readonly certificates: readonly string[] };

/**
 * Signs a text's UTF-8 bytes with SHA-256: RSA as PKCS #1 v1.5 (RFC 8017, 8.2), ECDSA as DER (RFC 3279,
 * 2.2.3), as `openssl dgst -sha256 -verify` expects. The same key can seal documents: what is signed there
 * starts with the byte 0x31, a statement with `{`, so neither can pass for the other.
 */
export async function signStatement(statement: string, signer: SigningKey): Promise<StatementSignature> {
  const signature = await signer.sign(Buffer.from(statement));
  return {
    signature: Buffer.from(signature).toString('base64'),
    certificates: [signer.certificate, ...signer.chain].map((der) => Buffer.from(der).toString('base64')),
  };
}

/** Tells whether the first certificate's key signed a statement. Never throws. */
export function verifyStatement(statement: string, { signature, certificates }: StatementSignature): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificates[0] ?? '', 'base64'));
    return verify('sha256', Buffer.from(statement), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
