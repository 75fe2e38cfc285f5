import { verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createInstanceAuthority,
  issueSealCertificate,
  type KeyType,
  type SealCertificate,
} from '#server/crypto/certificate-authority.ts';
import { createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { type KeyAccess, type KeySettings, openKeyStore } from '#server/keys/key-store.ts';
import { seal } from '../pdf/support/seal-in-place.ts';
import { scratchDirectory } from '../pdf/support/pdf-tools.ts';
import { exampleRequest } from '../pdf/support/seal-request-example.ts';
import { sealableDocument } from '../pdf/support/sealable-document.ts';
import { verifySeal } from '../pdf/support/verify-seal.ts';
import { CSC, startCscServer } from '../support/csc-server.ts';
import { writePkcs12 } from '../support/pkcs12.ts';
import { hasSoftHsm, softHsm } from '../support/soft-hsm.ts';

const TYPES = ['rsa', 'p256'] as const;
let certified: Record<KeyType, SealCertificate>;

beforeAll(async () => {
  const issued = async (keyType: KeyType) => {
    const authority = await createInstanceAuthority('Key test', new Date(), { keyType });
    return await issueSealCertificate(authority, { organizationName: 'Keys Ltd', now: new Date(), keyType });
  };
  certified = { rsa: await issued('rsa'), p256: await issued('p256') };
});

/** Opens a store whose warnings go nowhere. */
function opened(settings: KeySettings, clock = () => new Date()) {
  return openKeyStore(settings, { clock, onWarning: () => {} });
}

/** Seals with a key and closes its store. Every store must produce a seal that verifies. */
async function expectSeal(store: KeyAccess): Promise<void> {
  const key = await store.key();
  const { bytes } = await seal({ ...exampleRequest(await sealableDocument([{}]), key, []), now: new Date() });
  expect(await verifySeal(bytes)).toMatchObject({ ok: true, signerName: 'Keys Ltd' });
  await store.close();
}

describe.each(TYPES)('a key of type %s', (keyType) => {
  test('seals when it was generated', async () => {
    const key = createSoftwareKey(certified[keyType]);
    await expectSeal({ key: () => Promise.resolve(key), close: () => Promise.resolve() });
  });

  test('seals from a PKCS#12 file', async () => {
    const path = writePkcs12(scratchDirectory(), certified[keyType], 'secret');
    await expectSeal(opened({ kind: 'pkcs12', path, password: 'secret' }));
  });

  test('seals at a remote signing service, which authorizes every hash', async () => {
    const server = await startCscServer(certified[keyType]);
    await expectSeal(opened({ kind: 'csc', url: server.url, ...CSC }));
    expect(server.calls).toEqual([
      'oauth2/token',
      'credentials/info',
      'credentials/authorize',
      'signatures/signHash',
    ]);
    await server.close();
  });
});

test('a store watches the expiry of its certificate 90 days ahead', async () => {
  const server = await startCscServer(certified.p256);
  const notAfter = Date.parse(new X509Certificate(certified.p256.certificate).validTo);
  const day = 24 * 60 * 60_000;
  const stateAt = async (time: number) => {
    const warnings: string[] = [];
    const settings = { kind: 'csc', url: server.url, ...CSC } as const;
    const store = openKeyStore(settings, {
      clock: () => new Date(time),
      onWarning: (state) => warnings.push(state),
    });
    return [await store.state(), await store.state(), ...warnings];
  };
  expect(await stateAt(notAfter - 91 * day)).toEqual(['ok', 'ok']);
  // Checked once, so warned once.
  expect(await stateAt(notAfter - 89 * day)).toEqual(['expiring', 'expiring', 'expiring']);
  expect(await stateAt(notAfter + day)).toEqual(['failing', 'failing', 'failing']);
  await server.close();
  expect(await stateAt(Date.now())).toEqual(['failing', 'failing', 'failing']);
});

describe('a remote signing service', () => {
  test('is asked for a new access token when one expires', async () => {
    const server = await startCscServer(certified.p256);
    server.fail({ expiresIn: 1 });
    const key = await opened({ kind: 'csc', url: server.url, ...CSC }).key();
    await key.sign(Buffer.from('one'));
    expect(server.calls.filter((call) => call === 'oauth2/token').length).toBeGreaterThan(1);
    await server.close();
  });

  test('is reported when it refuses', async () => {
    const server = await startCscServer(certified.p256);
    const wrong = opened({ kind: 'csc', url: server.url, ...CSC, clientSecret: 'wrong' });
    await expect(wrong.key()).rejects.toThrow('the signing service answered 400 to /csc/v2/oauth2/token');
    server.fail({ status: 'disabled' });
    const disabled = opened({ kind: 'csc', url: server.url, ...CSC });
    await expect(disabled.key()).rejects.toThrow("the credential's key is disabled");
    server.fail({ status: 'enabled' });
    expect((await disabled.key()).chain).toHaveLength(1);
    await server.close();
  });
});

describe.skipIf(!hasSoftHsm)('a token (needs softhsm2 and pkcs11js)', () => {
  let token: ReturnType<typeof softHsm>;
  beforeAll(() => {
    token = softHsm();
  });
  afterAll(() => token.remove());

  test.each(TYPES)('seals with its %s key', async (keyType) => {
    await expectSeal(opened({ kind: 'pkcs11', ...token.add(`seal-${keyType}`, certified[keyType]) }));
  });

  test('signs many things at once, although a session does one at a time', async () => {
    const store = opened({ kind: 'pkcs11', ...token.add('busy', certified.rsa) });
    const key = await store.key();
    // Without locks in the library, hundreds of calls can corrupt its memory.
    const texts = Array.from({ length: 600 }, (_, index) => Buffer.from(`text ${index}`));
    const signatures = await Promise.all(texts.map((text) => key.sign(text)));
    const { publicKey } = new X509Certificate(certified.rsa.certificate);
    expect(texts.map((text, index) => verify('sha256', text, publicKey, signatures[index] ?? text))).toEqual(
      texts.map(() => true),
    );
    await store.close();
  });

  test('is reported when something is missing', async () => {
    const settings = { kind: 'pkcs11', ...token.add('reported', certified.p256) } as const;
    const error = async (change: object) => await opened({ ...settings, ...change }).key();
    await expect(error({ token: 'other' })).rejects.toThrow('there is no token named "other"');
    await expect(error({ key: 'other' })).rejects.toThrow('the token has no private key named "other"');
    await expect(error({ pin: '0000' })).rejects.toThrow('CKR_PIN_INCORRECT');
  });
});
