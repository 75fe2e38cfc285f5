import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509';
import { GeneralizedTime } from 'asn1js';
import { childrenOf, readDer } from '#verify/x509/der.ts';
import { algorithm, element, integer, oid, SHA256, TAG } from '#server/crypto/der.ts';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const INTEGER = 0x02;

/**
 * A timestamp service in this process that answers in about a millisecond, as one nearby would. OpenSSL's command takes longer
 * to start than that.
 */
export async function startTimestampService(): Promise<{ url: string; close: () => Promise<void> }> {
  const stamp = await stamper();
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

async function stamper(): Promise<(query: Buffer) => Uint8Array> {
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
  const toBeSigned = childrenOf(childrenOf(readDer(der))[0]);
  const [serial, issuer] = [toBeSigned[1], toBeSigned[3]].map((part) => part?.bytes ?? new Uint8Array());
  const id = element(TAG.sequence, [
    element(TAG.sequence, [
      element(TAG.sequence, [element(TAG.octetString, [createHash('sha256').update(der).digest()])]),
    ]),
  ]);

  return (query) => {
    const [, imprint, nonce] = childrenOf(readDer(query));
    const info = element(TAG.sequence, [
      integer(1),
      oid('1.3.6.1.4.1.99999.1'),
      imprint?.bytes ?? new Uint8Array(),
      element(INTEGER, [Buffer.concat([Uint8Array.of(0x40), randomBytes(7)])]),
      new Uint8Array(new GeneralizedTime({ valueDate: new Date() }).toBER()),
      nonce?.bytes ?? new Uint8Array(),
    ]);
    const attribute = (type: string, value: Uint8Array) =>
      element(TAG.sequence, [oid(type), element(TAG.set, [value])]);
    const attributes = [
      attribute('1.2.840.113549.1.9.3', oid(TST_INFO)),
      attribute(
        '1.2.840.113549.1.9.4',
        element(TAG.octetString, [createHash('sha256').update(info).digest()]),
      ),
      attribute('1.2.840.113549.1.9.16.2.47', id),
    ].toSorted((one, other) => Buffer.compare(one, other));
    const signer = element(TAG.sequence, [
      integer(1),
      element(TAG.sequence, [issuer ?? new Uint8Array(), serial ?? new Uint8Array()]),
      algorithm(SHA256),
      element(TAG.context0, attributes),
      algorithm(ECDSA_WITH_SHA256),
      element(TAG.octetString, [sign('sha256', element(TAG.set, attributes), keys.privateKey)]),
    ]);
    const signed = element(TAG.sequence, [
      integer(3),
      element(TAG.set, [algorithm(SHA256)]),
      element(TAG.sequence, [oid(TST_INFO), element(TAG.context0, [element(TAG.octetString, [info])])]),
      element(TAG.context0, [der]),
      element(TAG.set, [signer]),
    ]);
    const token = element(TAG.sequence, [oid('1.2.840.113549.1.7.2'), element(TAG.context0, [signed])]);
    return element(TAG.sequence, [element(TAG.sequence, [integer(0)]), token]);
  };
}
