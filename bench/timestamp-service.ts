import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509';
import { GeneralizedTime } from 'asn1js';
import { readChildren, readDer } from '#verify/x509/der.ts';
import { encodeAlgorithm, encodeElement, encodeInteger, encodeOid, SHA256, TAG } from '#server/crypto/der.ts';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const INTEGER = 0x02;

/**
 * A timestamp service in this process that answers in about a millisecond, like one nearby. Starting
 * OpenSSL's command would take longer.
 */
export async function startTimestampService(): Promise<{ url: string; close: () => Promise<void> }> {
  const stamp = await createStamper();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(stamp(Buffer.concat(chunks))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createStamper(): Promise<(query: Buffer) => Uint8Array> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pkcs8 = keys.privateKey.export({ type: 'pkcs8', format: 'der' });
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' });
  const certificate = await X509CertificateGenerator.create({
    serialNumber: '01',
    subject: 'CN=Bench timestamps',
    issuer: 'CN=Bench timestamps',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 24 * 60 * 60_000),
    signingAlgorithm: ECDSA,
    publicKey: await crypto.subtle.importKey('spki', spki, ECDSA, true, ['verify']),
    signingKey: await crypto.subtle.importKey('pkcs8', pkcs8, ECDSA, false, ['sign']),
    extensions: [new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.8'], true)],
  });
  const der = new Uint8Array(certificate.rawData);
  const toBeSigned = readChildren(readChildren(readDer(der))[0]);
  const [serial, issuer] = [toBeSigned[1], toBeSigned[3]].map((part) => part?.bytes ?? new Uint8Array());
  const id = encodeElement(TAG.sequence, [
    encodeElement(TAG.sequence, [
      encodeElement(TAG.sequence, [
        encodeElement(TAG.octetString, [createHash('sha256').update(der).digest()]),
      ]),
    ]),
  ]);

  return (query) => {
    const [, imprint, nonce] = readChildren(readDer(query));
    const info = encodeElement(TAG.sequence, [
      encodeInteger(1),
      encodeOid('1.3.6.1.4.1.99999.1'),
      imprint?.bytes ?? new Uint8Array(),
      encodeElement(INTEGER, [Buffer.concat([Uint8Array.of(0x40), randomBytes(7)])]),
      new Uint8Array(new GeneralizedTime({ valueDate: new Date() }).toBER()),
      nonce?.bytes ?? new Uint8Array(),
    ]);
    const encodeAttribute = (type: string, value: Uint8Array) =>
      encodeElement(TAG.sequence, [encodeOid(type), encodeElement(TAG.set, [value])]);
    const attributes = [
      encodeAttribute('1.2.840.113549.1.9.3', encodeOid(TST_INFO)),
      encodeAttribute(
        '1.2.840.113549.1.9.4',
        encodeElement(TAG.octetString, [createHash('sha256').update(info).digest()]),
      ),
      encodeAttribute('1.2.840.113549.1.9.16.2.47', id),
    ].toSorted((one, other) => Buffer.compare(one, other));
    const signer = encodeElement(TAG.sequence, [
      encodeInteger(1),
      encodeElement(TAG.sequence, [issuer ?? new Uint8Array(), serial ?? new Uint8Array()]),
      encodeAlgorithm(SHA256),
      encodeElement(TAG.context0, attributes),
      encodeAlgorithm(ECDSA_WITH_SHA256),
      encodeElement(TAG.octetString, [sign('sha256', encodeElement(TAG.set, attributes), keys.privateKey)]),
    ]);
    const signed = encodeElement(TAG.sequence, [
      encodeInteger(3),
      encodeElement(TAG.set, [encodeAlgorithm(SHA256)]),
      encodeElement(TAG.sequence, [
        encodeOid(TST_INFO),
        encodeElement(TAG.context0, [encodeElement(TAG.octetString, [info])]),
      ]),
      encodeElement(TAG.context0, [der]),
      encodeElement(TAG.set, [signer]),
    ]);
    const token = encodeElement(TAG.sequence, [
      encodeOid('1.2.840.113549.1.7.2'),
      encodeElement(TAG.context0, [signed]),
    ]);
    return encodeElement(TAG.sequence, [encodeElement(TAG.sequence, [encodeInteger(0)]), token]);
  };
}
