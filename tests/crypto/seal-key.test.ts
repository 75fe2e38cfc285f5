import { execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInstanceAuthority, issueSealCertificate } from '#server/crypto/certificate-authority.ts';
import { readPkcs12, SealKeyError } from '#server/crypto/keys/seal-key.ts';

const NOW = new Date('2026-11-21T10:15:30Z');
const PASSWORD = 'pässwort & co';
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'countersign-p12-'));
  const authority = await createInstanceAuthority('Countersign test', NOW);
  const seal = await issueSealCertificate(authority, { organizationName: 'Pkcs', now: NOW });
  writeFileSync(at('authority.pem'), new X509Certificate(authority.certificate).toString());
  writeFileSync(at('rsa.pem'), new X509Certificate(seal.certificate).toString());
  const key = createPrivateKey({ key: Buffer.from(seal.privateKey), format: 'der', type: 'pkcs8' });
  writeFileSync(at('rsa.key'), key.export({ type: 'pkcs8', format: 'pem' }));
  for (const curve of ['prime256v1', 'secp384r1', 'secp256k1']) {
    selfSigned(curve, ['ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]);
  }
  selfSigned('weak', ['rsa:1024']);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

function at(name: string): string {
  return join(directory, name);
}

function selfSigned(name: string, algorithm: string[]): void {
  const out = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)];
  const options = ['req', '-x509', '-newkey', ...algorithm, '-nodes', '-days', '10', '-subj', `/CN=${name}`];
  execFileSync('openssl', [...options, ...out], { stdio: 'ignore' });
}

function pkcs12(name: string, ...options: string[]): Uint8Array {
  const parts = ['-inkey', at(`${name}.key`), '-in', at(`${name}.pem`), '-passout', `pass:${PASSWORD}`];
  execFileSync('openssl', ['pkcs12', '-export', '-out', at('file.p12'), ...parts, ...options]);
  return new Uint8Array(readFileSync(at('file.p12')));
}

describe('readPkcs12', () => {
  test.each([
    ['modern encryption', []],
    ['legacy encryption of certificates (RC2) and key (3DES)', ['-legacy']],
    ['3DES for both', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
  ])('reads an RSA key and its chain, with %s', async (_, options) => {
    const read = await readPkcs12(pkcs12('rsa', '-certfile', at('authority.pem'), ...options), PASSWORD);
    expect(new X509Certificate(read.certificate).toString()).toBe(readFileSync(at('rsa.pem'), 'utf8'));
    expect(read.chain.map((der) => new X509Certificate(der).toString())).toEqual([
      readFileSync(at('authority.pem'), 'utf8'),
    ]);
    const key = createPrivateKey({ key: Buffer.from(read.privateKey), format: 'der', type: 'pkcs8' });
    expect(key.export({ type: 'pkcs8', format: 'pem' })).toBe(readFileSync(at('rsa.key'), 'utf8'));
  });

  test.each(['prime256v1', 'secp384r1'])('reads an ECDSA key on %s', async (curve) => {
    const read = await readPkcs12(pkcs12(curve), PASSWORD);
    const key = createPrivateKey({ key: Buffer.from(read.privateKey), format: 'der', type: 'pkcs8' });
    expect(key.asymmetricKeyDetails?.namedCurve).toBe(curve);
    expect(read.chain).toEqual([]);
  });

  test('leaves out certificates that do not belong to the chain', async () => {
    const read = await readPkcs12(pkcs12('rsa', '-certfile', at('prime256v1.pem')), PASSWORD);
    expect(read.chain).toEqual([]);
  });

  test.each([
    ['a wrong password', () => pkcs12('rsa'), 'wrong', /password is wrong/],
    ['no password', () => pkcs12('rsa'), '', /password is wrong/],
    [
      'a file that is none',
      () => Buffer.from('-----BEGIN CERTIFICATE-----'),
      PASSWORD,
      /not a readable PKCS#12/,
    ],
    ['an empty file', () => new Uint8Array(), PASSWORD, /not a readable PKCS#12/],
    ['a file without a key', () => pkcs12('rsa', '-nokeys'), PASSWORD, /no private key/],
    ['a file without a certificate', () => pkcs12('rsa', '-nocerts'), PASSWORD, /no certificate/],
    ['a weak key', () => pkcs12('weak'), PASSWORD, /at least 2048 bits/],
    ['a curve that readers do not know', () => pkcs12('secp256k1'), PASSWORD, /P-256|readable/],
  ])('refuses %s with a clear line', async (_, make, password, message) => {
    const reading = readPkcs12(make(), password);
    await expect(reading).rejects.toBeInstanceOf(SealKeyError);
    await expect(reading).rejects.toThrow(message);
  });
});
