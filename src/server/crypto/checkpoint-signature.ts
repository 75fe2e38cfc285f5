import { createPrivateKey, sign, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** A key with its certificate and those above it: DER, leaf first; the key may be PKCS#8 DER. */
type Signer = {
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
  readonly privateKey: Uint8Array | KeyObject;
};

/** A detached signature, and the certificates of who made it: DER, leaf first. All in base64. */
export type StatementSignature = { readonly signature: string; readonly certificates: readonly string[] };

const signAside = promisify(sign);

/**
 * Signs a text's UTF-8 bytes with SHA-256: RSA as PKCS #1 v1.5 (RFC 8017, 8.2), ECDSA as DER (RFC 3279, 2.2.3), the form
 * that `openssl dgst -sha256 -verify` takes. The key may seal documents too: what is signed there begins with the byte
 * 0x31, a statement with `{`, so that neither passes for the other.
 */
export async function signStatement(statement: string, signer: Signer): Promise<StatementSignature> {
  const key =
    signer.privateKey instanceof Uint8Array
      ? createPrivateKey({ key: Buffer.from(signer.privateKey), format: 'der', type: 'pkcs8' })
      : signer.privateKey;
  const signature = await signAside('sha256', Buffer.from(statement), key);
  return {
    signature: signature.toString('base64'),
    certificates: [signer.certificate, ...signer.chain].map((der) => Buffer.from(der).toString('base64')),
  };
}

/** Whether the key of the first certificate signed a statement. Never throws, whatever the input. */
export function statementHolds(statement: string, { signature, certificates }: StatementSignature): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificates[0] ?? '', 'base64'));
    return verify('sha256', Buffer.from(statement), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
