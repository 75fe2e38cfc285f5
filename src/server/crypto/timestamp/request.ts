import { encodeAlgorithm, encodeElement, encodeInteger, SHA256, TAG } from '#server/crypto/der.ts';

const INTEGER = 0x02;
const BOOLEAN_TRUE = Uint8Array.of(0x01, 0x01, 0xff);

/**
 * Encodes a TimeStampReq (RFC 3161, 2.4.1) for a SHA-256 digest. It asks for the service's certificates to be
 * included. The nonce must be positive and have no leading zero.
 */
export function encodeTimestampRequest(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  return encodeElement(TAG.sequence, [
    encodeInteger(1),
    encodeMessageImprint(digest),
    encodeElement(INTEGER, [nonce]),
    BOOLEAN_TRUE,
  ]);
}

/**
 * Encodes the digest that a timestamp is for. DER allows only one encoding, so a token's imprint can be
 * compared byte by byte.
 */
export function encodeMessageImprint(digest: Uint8Array): Uint8Array {
  return encodeElement(TAG.sequence, [encodeAlgorithm(SHA256), encodeElement(TAG.octetString, [digest])]);
}
