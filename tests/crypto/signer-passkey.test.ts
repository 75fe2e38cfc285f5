import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CborError, decodeCbor } from '#server/crypto/webauthn/cbor.ts';
import { checkAssertion, readNewPasskey, toChallenge } from '#server/crypto/webauthn/signer-passkey.ts';
import { getSigningParty } from '#server/crypto/webauthn/signing-party.ts';
import { createVirtualPasskey, FLAGS } from '../support/virtual-passkey.ts';

const origin = 'https://sign.example.com';
const party = { id: 'sign.example.com', origins: [origin] };
const challenge = toChallenge('{"format":"countersign-statement/1"}');
const options = { challenge, rpId: party.id };
const creation = { challenge: 'Zm9v', rp: { id: party.id } };

describe.each(['ec', 'rsa'] as const)('a key of kind %s', (kind) => {
  const passkey = createVirtualPasskey(origin, { kind });
  const { publicKey, keyHash, id } = passkey;

  it('is read as it was created', () => {
    expect(readNewPasskey(passkey.create(creation).response, { challenge: 'Zm9v', party })).toEqual({
      ...{ kind: 'ok', id, publicKey, keyHash, counter: 1, backedUp: true },
    });
  });

  it('signs a statement', () => {
    const { response } = passkey.get(options);
    expect(checkAssertion(response, { challenge, party, publicKey })).toEqual({
      ...{ kind: 'ok', counter: 2, backedUp: true },
    });
  });
});

describe('an answer that proves nothing', () => {
  const passkey = createVirtualPasskey(origin);
  const { publicKey } = passkey;
  const other = createVirtualPasskey(origin);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const check = (answer: ReturnType<typeof passkey.get>, key = publicKey) =>
    checkAssertion(answer.response, { challenge, party, publicKey: key });

  it.each([
    ['another statement', { challenge: toChallenge('{}') }, 'statement'],
    ['the creation of a key', { type: 'webauthn.create' }, 'statement'],
    ['a page of another site', { origin: 'https://evil.example' }, 'site'],
    ['a page that only looks alike', { origin: `${origin}.evil.example` }, 'site'],
    ['a passkey of another site', { rpId: 'evil.example' }, 'site'],
    ['a device that did not check the person', { flags: FLAGS & ~0x04 }, 'not_verified'],
    ['nobody at the device', { flags: FLAGS & ~0x01 }, 'not_verified'],
    ['a backup that cannot be', { flags: FLAGS & ~0x08 }, 'malformed'],
    ['another key', { key: privateKey }, 'signature'],
  ])('%s', (_what, twist, reason) => {
    expect(check(passkey.get(options, twist))).toEqual({ kind: 'fault', reason });
  });

  it('flags or a signature that were changed afterwards', () => {
    const answer = passkey.get(options);
    const data = Buffer.from(answer.response.authenticatorData, 'base64url');
    data.writeUInt8(data.readUInt8(32) & ~0x18, 32);
    const authenticatorData = data.toString('base64url');
    const forged = { ...answer, response: { ...answer.response, authenticatorData } };
    expect(check(forged)).toEqual({ kind: 'fault', reason: 'signature' });
    expect(check(answer, other.publicKey)).toEqual({ kind: 'fault', reason: 'signature' });
    const noise = { ...answer, response: { ...answer.response, signature: 'AAAA' } };
    expect(check(noise)).toEqual({ kind: 'fault', reason: 'signature' });
  });

  it('noise', () => {
    const { response } = passkey.get(options);
    for (const part of ['clientDataJSON', 'authenticatorData'] as const)
      expect(check({ ...passkey.get(options), response: { ...response, [part]: 'AAAA' } })).toEqual({
        ...{ kind: 'fault', reason: 'malformed' },
      });
    const attestationObject = Buffer.from([0xa1, 0x61, 0x61]).toString('base64url');
    const created = { ...passkey.create(creation).response, attestationObject };
    expect(readNewPasskey(created, { challenge: 'Zm9v', party })).toEqual({
      ...{ kind: 'fault', reason: 'malformed' },
    });
  });
});

it('reads no CBOR that authenticators have no reason to send', () => {
  const read = (...bytes: number[]) => decodeCbor(Uint8Array.from(bytes));
  expect(read(0x82, 0x01, 0x38, 0xff)).toEqual({ value: [1, -256], end: 4 });
  for (const bytes of [
    [0x5f, 0x41, 0x00, 0xff],
    [0xa2, 0x01, 0x00, 0x01, 0x00],
    [0x9a, 0xff, 0xff, 0xff, 0xff],
    [0xc1, 0x00],
    [0x44, 0x00],
    Array.from({ length: 18 }, () => 0x81),
  ])
    expect(() => read(...bytes)).toThrow(CborError);
});

it('knows where browsers have passkeys', () => {
  const find = (webOrigin: string, passkeyRpId: string | null = null) =>
    getSigningParty({ webOrigin, origin: webOrigin, passkeyRpId })?.id ?? null;
  expect(find('https://sign.example.com')).toBe('sign.example.com');
  expect(find('https://sign.example.com', 'example.com')).toBe('example.com');
  expect(find('http://sign.localhost:3000')).toBe('sign.localhost');
  for (const origin of [
    'http://sign.example.com',
    'https://192.0.2.1',
    'http://127.0.0.1:3000',
    'https://[::1]',
  ])
    expect(find(origin), origin).toBeNull();
});
