import { createPrivateKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import {
  AuthorityInfoAccessExtension,
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CertificatePolicyExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { TEST_UNIT } from '#verify/verify.ts';
import { HOUR_MS } from '#domain/time.ts';

/** A certificate (X.509 DER) and its private key (PKCS#8 DER). */
export type CertifiedKey = { certificate: Uint8Array; privateKey: Uint8Array };

/** A leaf certificate with its chain, ready for sealing. */
export type SealCertificate = CertifiedKey & { chain: readonly Uint8Array[] };

/** The extended key usage for document signing (RFC 9336). */
const DOCUMENT_SIGNING = '1.3.6.1.5.5.7.3.36';
/** Names our practice as the certificates' policy (EN 319 412-2, 4.3.3). It is derived from a UUID (X.667). */
const POLICY = '2.25.186352879471905528410379261548623709144';
const AUTHORITY_YEARS = 20;
const SEAL_YEARS = 10;
/**
 * Certificates are backdated, because clocks differ and a new certificate must not appear to come from the
 * future.
 */
const BACKDATING_MS = HOUR_MS;
/** Upper bounds of X.520 for organizationName and commonName, in characters. */
const MAX_NAME = 64;

/**
 * The default is RSA: every PDF reader since Acrobat 6 verifies it, and ECDSA is missing from ISO 32000-1.
 * 3072 bits are safe beyond 2030 (NIST SP 800-57, ETSI TS 119 312). P-256 makes smaller files and signs
 * faster.
 */
export type KeyType = 'rsa' | 'p256';

const ALGORITHMS = {
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  p256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
} as const;

/** Where a certificate's issuer and its revocation list can be downloaded. */
export type PublishedAt = { readonly issuer: string; readonly revocationList: string };

/**
 * Creates the instance's certificate authority: self-signed, valid for 20 years, unable to certify other
 * authorities.
 */
export async function createInstanceAuthority(
  name: string,
  now: Date,
  { keyType = 'rsa', country = null }: { readonly keyType?: KeyType; readonly country?: string | null } = {},
): Promise<CertifiedKey> {
  const keys = await generateKeys(keyType);
  const own = buildDistinguishedName([
    ...nameCountry(country),
    { O: name },
    { CN: `${name} sealing authority` },
  ]);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createSerialNumber(),
    subject: own,
    issuer: own,
    ...getValidity(now, AUTHORITY_YEARS),
    signingAlgorithm: ALGORITHMS[keyType],
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

export type SealCertificateRequest = {
  readonly organizationName: string;
  readonly organizationId?: string;
  /** Default: false. */
  readonly isTest?: boolean;
  readonly now: Date;
  readonly keyType?: KeyType;
  /** The country (ISO 3166-1) where the organization is established; null if it isn't known. */
  readonly country?: string | null;
  /** Addresses that the certificate names, so that others can check whether it was revoked. */
  readonly publishedAt?: PublishedAt;
};

/**
 * Issues the certificate that seals one organization's documents. O is the organization's name
 * (organizationIdentifier is its id), OU marks a test environment, and CN says that the service seals on the
 * organization's behalf. The certificate is valid for 10 years, but never longer than the authority's.
 */
export async function issueSealCertificate(
  authority: CertifiedKey,
  request: SealCertificateRequest,
): Promise<SealCertificate> {
  const issuer = new X509Certificate(new Uint8Array(authority.certificate));
  const keys = await generateKeys(request.keyType ?? 'rsa');
  const signing = await importSigningKey(authority.privateKey);
  const { notBefore, notAfter } = getValidity(request.now, SEAL_YEARS);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: createSerialNumber(),
    subject: sealSubject(request),
    issuer: issuer.subjectName,
    notBefore,
    notAfter: notAfter < issuer.notAfter ? notAfter : issuer.notAfter,
    signingAlgorithm: signing.algorithm,
    publicKey: keys.public,
    signingKey: signing.key,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
      new ExtendedKeyUsageExtension([DOCUMENT_SIGNING]),
      new CertificatePolicyExtension([POLICY]),
      await SubjectKeyIdentifierExtension.create(keys.public),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      ...buildPublication(request.publishedAt),
    ],
  });
  return {
    certificate: new Uint8Array(certificate.rawData),
    chain: [authority.certificate],
    privateKey: keys.pkcs8,
  };
}

function buildPublication(urls: PublishedAt | undefined) {
  if (urls === undefined) return [];
  return [
    new CRLDistributionPointsExtension([urls.revocationList]),
    new AuthorityInfoAccessExtension({ caIssuers: urls.issuer }),
  ];
}

function sealSubject(
  request: Pick<SealCertificateRequest, 'organizationName' | 'organizationId' | 'isTest' | 'country'>,
): Name {
  const suffix = ' (sealed by Countersign)';
  const { organizationName, organizationId, isTest = false, country = null } = request;
  return buildDistinguishedName([
    ...nameCountry(country),
    { O: shortenName(organizationName, MAX_NAME) },
    // organizationIdentifier (X.520, 2.5.4.97) distinguishes organizations with the same name.
    ...(organizationId === undefined ? [] : [{ '2.5.4.97': organizationId }]),
    ...(isTest ? [{ OU: TEST_UNIT }] : []),
    { CN: shortenName(organizationName, MAX_NAME - suffix.length) + suffix },
  ]);
}

type NamePart = Readonly<Record<string, string>>;

function nameCountry(country: string | null): NamePart[] {
  return country === null ? [] : [{ C: country }];
}

/**
 * Uses UTF8String, because organization names can be in any script; for a country, only PrintableString is
 * allowed (RFC 5280, appendix A.1).
 */
function buildDistinguishedName(name: readonly NamePart[]): Name {
  return new Name(
    name.map((part) =>
      Object.fromEntries(
        Object.entries(part).map(([type, value]) => [
          type,
          [type === 'C' ? { printableString: value } : { utf8String: value }],
        ]),
      ),
    ),
  );
}

function shortenName(name: string, most: number): string {
  const clean = [...name.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()];
  if (clean.length === 0) return 'Unnamed organization';
  return clean.length <= most ? clean.join('') : `${clean.slice(0, most - 1).join('')}…`;
}

/**
 * Returns a serial number of 128 random bits that is positive and has no leading zero byte (RFC 5280,
 * 4.1.2.2).
 */
function createSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function getValidity(now: Date, years: number): { notBefore: Date; notAfter: Date } {
  const notBefore = new Date(Math.floor((now.getTime() - BACKDATING_MS) / 1000) * 1000);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + years);
  return { notBefore, notAfter };
}

type Keys = { public: CryptoKey; private: CryptoKey; pkcs8: Uint8Array };

async function generateKeys(type: KeyType): Promise<Keys> {
  const pair: { publicKey: KeyObject; privateKey: KeyObject } =
    type === 'rsa'
      ? await promisify(generateKeyPair)('rsa', { modulusLength: 3072, publicExponent: 0x10001 })
      : await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const pkcs8 = new Uint8Array(pair.privateKey.export({ type: 'pkcs8', format: 'der' }));
  const spki = pair.publicKey.export({ type: 'spki', format: 'der' });
  return {
    public: await crypto.subtle.importKey('spki', spki, ALGORITHMS[type], true, ['verify']),
    private: (await importSigningKey(pkcs8)).key,
    pkcs8,
  };
}

/** Imports a private key (PKCS#8 DER) for signing certificates and revocation lists. */
export async function importSigningKey(
  pkcs8: Uint8Array,
): Promise<{ key: CryptoKey; algorithm: (typeof ALGORITHMS)[KeyType] }> {
  const { asymmetricKeyType } = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
  const algorithm = ALGORITHMS[asymmetricKeyType === 'ec' ? 'p256' : 'rsa'];
  const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign']);
  return { key, algorithm };
}
