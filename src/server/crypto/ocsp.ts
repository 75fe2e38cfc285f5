import { createHash } from 'node:crypto';
import { Malformed } from '#verify/bytes.ts';
import { readCertificate } from '#verify/x509/certificate.ts';
import { readBits, readChildren, readDer } from '#verify/x509/der.ts';
import { isAbout, isResponseSignedBy, type OcspAnswer, readOcspResponse } from '#verify/x509/ocsp.ts';
import { encodeAlgorithm, encodeElement, encodeNull, TAG } from './der.ts';

const SHA1 = '1.3.14.3.2.26';
const INTEGER = 0x02;

/**
 * Encodes an OCSP request (RFC 6960, 4.1) about a certificate (DER). It identifies the issuer by SHA-1, which
 * every responder knows (RFC 5019), and has no nonce, so that responders can reuse a prepared response.
 */
export function encodeOcspRequest(certificate: Uint8Array, issuer: Uint8Array): Uint8Array {
  const { subject, spki } = readCertificate(issuer);
  const [, key] = readChildren(readDer(spki), TAG.sequence);
  const encodeHash = (bytes: Uint8Array) =>
    encodeElement(TAG.octetString, [createHash('sha1').update(bytes).digest()]);
  const id = encodeElement(TAG.sequence, [
    encodeAlgorithm(SHA1, encodeNull()),
    encodeHash(subject),
    encodeHash(readBits(key)),
    encodeElement(INTEGER, [Buffer.from(readCertificate(certificate).serialNumber, 'hex')]),
  ]);
  const requests = encodeElement(TAG.sequence, [encodeElement(TAG.sequence, [id])]);
  return encodeElement(TAG.sequence, [encodeElement(TAG.sequence, [requests])]);
}

/**
 * Returns what a response says about a certificate. Null if the response can't be read, is about other
 * certificates, or doesn't come from the certificate's issuer.
 */
export async function readOcspAnswer(
  response: Uint8Array,
  certificate: Uint8Array,
  issuer: Uint8Array,
): Promise<OcspAnswer | null> {
  try {
    const read = readOcspResponse(response);
    const authority = readCertificate(issuer);
    const { serialNumber } = readCertificate(certificate);
    for (const answer of read.answers)
      if (answer.serialNumber === serialNumber && (await isAbout(answer, authority)))
        return (await isResponseSignedBy(read, authority)) ? answer : null;
    return null;
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
