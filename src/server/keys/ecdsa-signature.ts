import { encodeElement, TAG } from '#server/crypto/der.ts';

const INTEGER = 0x02;

/** Converts r‖s, the form that hardware returns, to the DER that CMS needs (RFC 3279, 2.2.3). */
export function encodeDerSignature(concatenated: Uint8Array): Uint8Array {
  const half = concatenated.length / 2;
  return encodeElement(TAG.sequence, [
    encodePositiveInteger(concatenated.subarray(0, half)),
    encodePositiveInteger(concatenated.subarray(half)),
  ]);
}

function encodePositiveInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Uint8Array.of(0) : bytes.subarray(start);
  return encodeElement(INTEGER, [(digits[0] ?? 0) >= 0x80 ? Uint8Array.of(0, ...digits) : digits]);
}
