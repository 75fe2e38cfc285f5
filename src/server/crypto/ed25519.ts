import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** The bytes that precede a public key's 32 bytes in SubjectPublicKeyInfo (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Generates a key. Returns it as PKCS#8, along with the 32 bytes of its public key. */
export function generateEd25519(): { privateKey: Uint8Array; publicKey: Uint8Array } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
    publicKey: new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })).subarray(
      PUBLIC_PREFIX.length,
    ),
  };
}

/** Signs with a PKCS#8 key (RFC 8032). */
export function signEd25519(privateKey: Uint8Array, message: Uint8Array): Uint8Array {
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
  return new Uint8Array(sign(null, message, key));
}

/** Checks whether a public key of 32 bytes verifies a message's signature. Never throws. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  try {
    const spki = Buffer.concat([PUBLIC_PREFIX, publicKey]);
    return verify(null, message, createPublicKey({ key: spki, format: 'der', type: 'spki' }), signature);
  } catch {
    return false;
  }
}
