import { createPublicKey, createSign, createVerify, type KeyLike } from 'node:crypto';
import { type SignatureAlgorithm, type SignatureAlgorithmType, SignedXml } from 'xml-crypto';

/** The signatures with elliptic curves, by their names in XML (RFC 9231, section 2.3.6). */
const HASHES = {
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': 'sha384',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': 'sha512',
} as const;

const CURVES: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** Checks whether a public key has one of the curves that signatures are checked with: P-256, P-384 and P-521. */
export function hasKnownCurve(key: ReturnType<typeof createPublicKey>): boolean {
  return key.asymmetricKeyType === 'ec' && CURVES.has(key.asymmetricKeyDetails?.namedCurve ?? '');
}

/** A signature is r and s one after the other, not the DER that Node expects. */
const ENCODING = { dsaEncoding: 'ieee-p1363' } as const;

function createAlgorithm(name: SignatureAlgorithmType, hash: string): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    getSignature(signedInfo: Parameters<SignatureAlgorithm['getSignature']>[0], key: KeyLike): string {
      return createSign(hash)
        .update(signedInfo as string)
        .sign({ key: key as string, ...ENCODING }, 'base64');
    }

    verifySignature(material: string, certificate: KeyLike, signature: string): boolean {
      const key = createPublicKey(certificate as string);
      if (!hasKnownCurve(key)) return false;
      return createVerify(hash)
        .update(material)
        .verify({ key, ...ENCODING }, signature, 'base64');
    }

    getAlgorithmName(): SignatureAlgorithmType {
      return name;
    }
  };
}

const ALGORITHMS = Object.fromEntries(
  Object.entries(HASHES).map(([name, hash]) => [name, createAlgorithm(name as SignatureAlgorithmType, hash)]),
);

/**
 * Adds the algorithms to each signature that the SAML library checks. The XML library takes further ones, but only on
 * the object that the SAML library makes and keeps to itself.
 */
Object.defineProperty(SignedXml.prototype, 'SignatureAlgorithms', {
  configurable: true,
  set(this: SignedXml, algorithms: SignedXml['SignatureAlgorithms']) {
    Object.defineProperty(this, 'SignatureAlgorithms', {
      ...{ configurable: true, enumerable: true, writable: true },
      value: { ...algorithms, ...ALGORITHMS },
    });
  },
});
