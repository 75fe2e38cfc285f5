import { algorithm, element, integer, SHA256, TAG } from '#server/crypto/der.ts';

const INTEGER = 0x02;
const BOOLEAN_TRUE = Uint8Array.of(0x01, 0x01, 0xff);

/**
 * Encodes a TimeStampReq (RFC 3161, 2.4.1) for a SHA-256 digest, which asks for the service's certificates. The nonce
 * must be positive and without a leading zero.
 */
export function timestampRequest(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  return element(TAG.sequence, [integer(1), messageImprint(digest), element(INTEGER, [nonce]), BOOLEAN_TRUE]);
}

/** Encodes what a timestamp is for. DER has one encoding, so a token's imprint is compared by its bytes. */
export function messageImprint(digest: Uint8Array): Uint8Array {
  return element(TAG.sequence, [algorithm(SHA256), element(TAG.octetString, [digest])]);
}
