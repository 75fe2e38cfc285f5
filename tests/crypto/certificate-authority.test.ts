import { createPrivateKey, X509Certificate } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type CertifiedKey,
  createInstanceAuthority,
  issueSealCertificate,
  type SealCertificate,
} from '#server/crypto/certificate-authority.ts';
import { leadsTo } from '../support/certificate-chain.ts';

const NOW = new Date('2026-11-21T10:15:30.250Z');
let authority: CertifiedKey;
let seal: SealCertificate;

beforeAll(async () => {
  authority = await createInstanceAuthority('Countersign', NOW);
  seal = await issueSealCertificate(authority, {
    organizationName: 'Żółć & 株式会社',
    organizationId: 'org_01jd7k2m3n4p5q6r7s8t9v0w1x',
    now: NOW,
  });
});

function described(der: Uint8Array): string {
  const options = ['x509', '-inform', 'der', '-noout', '-text', '-nameopt', 'utf8,sep_comma_plus,show_type'];
  return execFileSync('openssl', options, { input: der, encoding: 'utf8' });
}

describe('the authority', () => {
  test('is a self-signed certificate authority for twenty years that certifies no other', () => {
    const certificate = new X509Certificate(authority.certificate);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.ca).toBe(true);
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(2046);
    expect(new Date(certificate.validFrom).getTime()).toBeLessThan(NOW.getTime());
    const text = described(authority.certificate);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/);
    expect(text).toContain('(3072 bit)');
  });
});

describe('a seal certificate', () => {
  test('names the organization in UTF-8 and says who seals', () => {
    const text = described(seal.certificate);
    expect(text).toContain('O=UTF8STRING:Żółć & 株式会社');
    expect(text).toContain('CN=UTF8STRING:Żółć & 株式会社 (sealed by Countersign)');
    expect(text).toContain('organizationIdentifier=UTF8STRING:org_01jd7k2m3n4p5q6r7s8t9v0w1x');
  });

  test('names a policy, and the country where one is set (EN 319 412-2, 4.2.3.1 and 4.3.3)', async () => {
    expect(described(seal.certificate)).toMatch(/Certificate Policies:\s+Policy: 2\.25\.\d+/);
    expect(described(seal.certificate)).not.toContain('C=');
    const german = await createInstanceAuthority('Countersign', NOW, { keyType: 'p256', country: 'DE' });
    const { certificate } = await issueSealCertificate(german, {
      ...{ organizationName: 'Beispiel GmbH', country: 'DE', keyType: 'p256', now: NOW },
    });
    expect(described(certificate)).toContain('Subject: C=PRINTABLESTRING:DE,O=UTF8STRING:Beispiel GmbH');
    expect(described(certificate)).toContain('Issuer: C=PRINTABLESTRING:DE,O=UTF8STRING:Countersign');
  });

  test('is for signing documents and nothing else', () => {
    const text = described(seal.certificate);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/);
    expect(text).toMatch(/Extended Key Usage:\s+1\.3\.6\.1\.5\.5\.7\.3\.36\n/);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    const identifier = (of: string): string | undefined =>
      new RegExp(`X509v3 ${of} Key Identifier:\\s+([0-9A-F:]+)`).exec(text)?.[1];
    const issuer = /X509v3 Subject Key Identifier:\s+([0-9A-F:]+)/.exec(
      described(authority.certificate),
    )?.[1];
    expect(identifier('Subject')).toMatch(/^[0-9A-F:]{59}$/);
    expect(identifier('Authority')).toBe(issuer);
  });

  test('leads to its authority and belongs to its key', async () => {
    expect(leadsTo(authority.certificate, [seal.certificate, ...seal.chain])).toBe(true);
    expect(leadsTo(authority.certificate, [seal.certificate])).toBe(true);
    const key = createPrivateKey({ key: Buffer.from(seal.privateKey), format: 'der', type: 'pkcs8' });
    expect(new X509Certificate(seal.certificate).checkPrivateKey(key)).toBe(true);

    const stranger = await createInstanceAuthority('Countersign', NOW);
    expect(leadsTo(stranger.certificate, [seal.certificate, ...seal.chain])).toBe(false);
    expect(leadsTo(authority.certificate, [])).toBe(false);
    expect(leadsTo(authority.certificate, [new Uint8Array(3)])).toBe(false);
  });

  test('has a serial number of 128 random bits', async () => {
    const other = await issueSealCertificate(authority, { organizationName: 'Other', now: NOW });
    const serials = [seal, other].map(({ certificate }) => new X509Certificate(certificate).serialNumber);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
    expect(new Set(serials).size).toBe(2);
  });

  test('ends with its authority at the latest, and keeps names within X.520', async () => {
    const late = new Date('2040-01-01T00:00:00Z');
    const name = `${'Very long name '.repeat(10)}\u0000`;
    const { certificate } = await issueSealCertificate(authority, { organizationName: name, now: late });
    expect(new X509Certificate(certificate).validTo).toBe(new X509Certificate(authority.certificate).validTo);
    const subject = new X509Certificate(certificate).toLegacyObject().subject;
    expect(String(subject.O)).toHaveLength(64);
    expect(String(subject.CN).length).toBeLessThanOrEqual(64);
    expect(String(subject.CN)).toContain('… (sealed by Countersign)');
  });
});
