import { generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate (X.509 DER) and its private key (PKCS#8 DER). */
export type CertifiedKey = { certificate: Uint8Array; privateKey: Uint8Array };

/** A leaf certificate with its chain, ready for sealing. */
export type SealCertificate = CertifiedKey & { chain: Uint8Array[] };

/** Document signing (RFC 9336). */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
const AUTHORITY_YEARS = 20;
const SEAL_YEARS = 10;
/** Clocks differ: a new certificate must not look as if it came from the future. */
const BACKDATING_MS = 60 * 60 * 1000;
/** Upper bounds of X.520 for organizationName and commonName, in characters. */
const MAX_NAME = 64;

/**
 * RSA, because every PDF reader since Acrobat 6 verifies it; ECDSA is missing from ISO 32000-1. 3072 bits are
 * safe beyond 2030 (NIST SP 800-57, ETSI TS 119 312) and sign in a few milliseconds.
 */
const KEY = { modulusLength: 3072, publicExponent: 0x10001 } as const;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

/**
 * Creates the instance's certificate authority: self-signed, valid for 20 years, unable to certify other
 * authorities.
 */
export async function createInstanceAuthority(name: string, now: Date): Promise<CertifiedKey> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: distinguishedName([{ O: name }, { CN: `${name} sealing authority` }]),
    issuer: distinguishedName([{ O: name }, { CN: `${name} sealing authority` }]),
    ...validity(now, AUTHORITY_YEARS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.public,
    signingKey: keys.private,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.public),
    ],
  });
  return { certificate: new Uint8Array(certificate.rawData), privateKey: keys.pkcs8 };
}

/**
 * Issues the certificate that seals one organization's documents: O is its name (organizationIdentifier its
 * id), CN says that the service seals for it. Valid for 10 years, but never beyond the authority.
 */
export async function issueSealCertificate(
  authority: CertifiedKey,
  request: { organizationName: string; organizationId?: string; now: Date },
): Promise<SealCertificate> {
  const issuer = new X509Certificate(new Uint8Array(authority.certificate));
  const keys = await generateKeys();
  const { notBefore, notAfter } = validity(request.now, SEAL_YEARS);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: sealSubject(request),
    issuer: issuer.subjectName,
    notBefore,
    notAfter: notAfter < issuer.notAfter ? notAfter : issuer.notAfter,
    signingAlgorithm: ALGORITHM,
    publicKey: keys.public,
    signingKey: await importPrivateKey(authority.privateKey),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      new ExtendedKeyUsageExtension([DOCUMENT_SIGNING]),
      await SubjectKeyIdentifierExtension.create(keys.public),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return {
    certificate: new Uint8Array(certificate.rawData),
    chain: [authority.certificate],
    privateKey: keys.pkcs8,
  };
}

function sealSubject(request: { organizationName: string; organizationId?: string }): Name {
  const suffix = ' (sealed by Countersign)';
  const organization = shortened(request.organizationName, MAX_NAME);
  const name: NamePart[] = [
    { O: organization },
    { CN: shortened(request.organizationName, MAX_NAME - suffix.length) + suffix },
  ];
  // organizationIdentifier (X.520, 2.5.4.97) distinguishes organizations with the same name.
  if (request.organizationId !== undefined) name.splice(1, 0, { '2.5.4.97': request.organizationId });
  return distinguishedName(name);
}

type NamePart = Readonly<Record<string, string>>;

/** UTF8String throughout: organization names can be in any script. */
function distinguishedName(name: readonly NamePart[]): Name {
  return new Name(
    name.map((part) =>
      Object.fromEntries(Object.entries(part).map(([type, value]) => [type, [{ utf8String: value }]])),
    ),
  );
}

function shortened(name: string, most: number): string {
  const clean = [...name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()];
  if (clean.length === 0) return 'Unnamed organization';
  return clean.length <= most ? clean.join('') : `${clean.slice(0, most - 1).join('')}…`;
}

/** 128 random bits, positive and without a leading zero byte (RFC 5280, 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function validity(now: Date, years: number): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date(Math.floor((now.getTime() - BACKDATING_MS) / 1000) * 1000);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  return { notBefore, notAfter };
}

type Keys = { public: CryptoKey; private: CryptoKey; pkcs8: Uint8Array };

async function generateKeys(): Promise<Keys> {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } = await promisify(generateKeyPair)('rsa', KEY);
  const pkcs8 = new Uint8Array(pair.privateKey.export({ type: 'pkcs8', format: 'der' }));
  return {
    public: await crypto.subtle.importKey(
      'spki',
      pair.publicKey.export({ type: 'spki', format: 'der' }),
      ALGORITHM,
      true,
      ['verify'],
    ),
    private: await importPrivateKey(pkcs8),
    pkcs8,
  };
}

async function importPrivateKey(pkcs8: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), ALGORITHM, false, ['sign']);
}
