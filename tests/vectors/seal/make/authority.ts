import { createHash } from 'node:crypto';
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509Certificate,
  X509CertificateGenerator,
  type X509CrlEntryParams,
  X509CrlGenerator,
} from '@peculiar/x509';
import { der, generalizedTime, integer, octets, oid, sequence, set } from './der.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'));

/** A certificate with its private key. */
export type Identity = {
  readonly certificate: Buffer;
  readonly keys: CryptoKeyPair;
  readonly chain: readonly Buffer[];
};

type Request = {
  readonly name: string;
  readonly issuer?: Identity;
  readonly from: string;
  readonly to: string;
  readonly purposes?: string[];
  readonly serial: string;
  /** Where its issuer's revocation list is. */
  readonly listUrl?: string;
};

/** Makes a root, or a certificate that one issues. */
export async function identity(request: Request): Promise<Identity> {
  const { name, issuer, from, to, purposes, serial, listUrl } = request;
  const keys = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
  const isRoot = issuer === undefined;
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial,
    subject: name,
    issuer: issuer === undefined ? name : new X509Certificate(new Uint8Array(issuer.certificate)).subjectName,
    notBefore: new Date(from),
    notAfter: new Date(to),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: issuer?.keys.privateKey ?? keys.privateKey,
    extensions: [
      new BasicConstraintsExtension(isRoot, isRoot ? 0 : undefined, true),
      new KeyUsagesExtension(
        isRoot ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign : KeyUsageFlags.digitalSignature,
        true,
      ),
      ...(purposes === undefined ? [] : [new ExtendedKeyUsageExtension(purposes, true)]),
      ...(listUrl === undefined ? [] : [new CRLDistributionPointsExtension([listUrl])]),
    ],
  });
  const chain = issuer === undefined ? [] : [issuer.certificate, ...issuer.chain];
  return { certificate: Buffer.from(certificate.rawData), keys, chain };
}

/** Makes a root's revocation list. */
export async function revocationList(
  issuer: Identity,
  revoked: readonly X509CrlEntryParams[] = [],
): Promise<Buffer> {
  const list = await X509CrlGenerator.create({
    issuer: new X509Certificate(new Uint8Array(issuer.certificate)).subject,
    thisUpdate: new Date('2026-11-20T12:00:00Z'),
    nextUpdate: new Date('2036-11-20T12:00:00Z'),
    entries: [...revoked],
    signingAlgorithm: ALGORITHM,
    signingKey: issuer.keys.privateKey,
  });
  return Buffer.from(list.rawData);
}

/** The parts of a list that is written by hand, each in DER. */
export type ListParts = {
  /** Extension structures of the list. */
  readonly extensions?: readonly Buffer[];
  readonly entries?: readonly Buffer[];
};

/** Makes a list with any extensions, signed by an authority. */
export async function scopedList(issuer: Identity, { extensions = [], entries = [] }: ListParts): Promise<Buffer> {
  const { subjectName } = new X509Certificate(new Uint8Array(issuer.certificate));
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const at = (time: string) => der(0x17, Buffer.from(time));
  const body = sequence(
    integer(1),
    algorithm,
    Buffer.from(subjectName.toArrayBuffer()),
    at('261120120000Z'),
    at('361120120000Z'),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    ...(extensions.length === 0 ? [] : [der(0xa0, sequence(...extensions))]),
  );
  const raw = Buffer.from(await crypto.subtle.sign(ALGORITHM, issuer.keys.privateKey, new Uint8Array(body)));
  const signature = sequence(positive(raw.subarray(0, 32)), positive(raw.subarray(32)));
  return sequence(body, algorithm, der(0x03, Uint8Array.of(0), signature));
}

type Content = {
  readonly type: string;
  /** The content if the structure contains it. */
  readonly attached?: Buffer;
  readonly digest: Uint8Array;
  /** Makes the token over the signature, as its only unsigned attribute. */
  readonly stamp?: ((signature: Uint8Array) => Promise<Buffer>) | undefined;
};

/** Makes a SignedData structure with the attributes of PAdES. */
export async function signedData(signer: Identity, content: Content): Promise<Buffer> {
  const certificate = new X509Certificate(new Uint8Array(signer.certificate));
  const serial = der(0x02, Buffer.from(certificate.serialNumber, 'hex'));
  const hash = createHash('sha256').update(signer.certificate).digest();
  const issuerName = Buffer.from(certificate.issuerName.toArrayBuffer());
  const attribute = (type: string, value: Uint8Array) => sequence(oid(type), set(value));
  const named = sequence(octets(hash), sequence(sequence(der(0xa4, issuerName)), serial));
  const attributes = [
    attribute('1.2.840.113549.1.9.3', oid(content.type)),
    attribute('1.2.840.113549.1.9.4', octets(content.digest)),
    attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(named))),
  ].sort(Buffer.compare);
  const raw = Buffer.from(
    await crypto.subtle.sign(ALGORITHM, signer.keys.privateKey, new Uint8Array(der(0x31, ...attributes))),
  );
  const signature = sequence(positive(raw.subarray(0, 32)), positive(raw.subarray(32)));
  const token = await content.stamp?.(signature);
  const info = sequence(
    integer(1),
    sequence(issuerName, serial),
    SHA256,
    der(0xa0, ...attributes),
    sequence(oid('1.2.840.10045.4.3.2')),
    octets(signature),
    ...(token === undefined ? [] : [der(0xa1, attribute('1.2.840.113549.1.9.16.2.14', token))]),
  );
  const isData = content.type === '1.2.840.113549.1.7.1';
  const attached = content.attached === undefined ? [] : [der(0xa0, octets(content.attached))];
  const body = sequence(
    integer(isData ? 1 : 3),
    der(0x31, SHA256),
    sequence(oid(content.type), ...attached),
    der(0xa0, ...[signer.certificate, ...signer.chain].sort(Buffer.compare)),
    der(0x31, info),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), der(0xa0, body));
}

function positive(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(start);
  return der(0x02, (short[0] ?? 0) >= 0x80 ? Buffer.concat([Uint8Array.of(0), short]) : short);
}

/** Makes a timestamp token (RFC 3161) over data. */
export async function timestamp(service: Identity, data: Uint8Array, time: string): Promise<Buffer> {
  const info = sequence(
    integer(1),
    oid('1.3.6.1.4.1.13762.3'),
    sequence(SHA256, octets(createHash('sha256').update(data).digest())),
    integer(7),
    generalizedTime(new Date(time)),
  );
  const digest = createHash('sha256').update(info).digest();
  return await signedData(service, { type: '1.2.840.113549.1.9.16.1.4', attached: info, digest });
}
