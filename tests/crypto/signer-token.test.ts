import { describe, expect, it } from 'vitest';
import {
  mintSignerToken,
  readSignerToken,
  SIGNER_TOKEN_MAX_LENGTH,
  type SignerTokenKeys,
} from '#server/crypto/signer-token.ts';
import { createIdMint } from '#server/runtime/context.ts';
import { deriveKey, computeHmacSha256 } from '#server/crypto/hmac.ts';

const keys: SignerTokenKeys = {
  current: { id: 'k2', key: 'the current secret of this instance' },
  previous: [{ id: 'k1', key: 'the secret before it' }],
};
const claims = {
  env: 'env_01kajp0zs2fxwr8m0d1v5c7n3q',
  part: 'part_01kajp0zs2fxwr8m0d1v5c7n3u',
  epoch: 1,
  purpose: 'sign',
  exp: 1_800_000_000,
} as const;
/** The long form, of which every link was before tokens became short. */
const token = mintSignerToken(claims, keys);

const newId = createIdMint(() => new Date());
const linked = { env: newId('envelope'), part: newId('participant'), epoch: 1, exp: 1_800_000_000 };

/**
 * A token with any body that is authentic under the current key. Only a bug in our own code could produce
 * one.
 */
function authentic(body: string): string {
  const key = deriveKey(keys.current.key, 'signer-token/v1');
  return `${body}.${Buffer.from(computeHmacSha256(key, body)).toString('base64url')}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('a minted token', () => {
  it('reads back, with version and key id', () => {
    expect(readSignerToken(token, keys)).toEqual({ v: 1, kid: 'k2', ...claims });
  });

  it('is a claims part that anyone can read and a 32-byte HMAC, in characters that a URL fragment takes', () => {
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(token.length).toBeLessThan(300);
    const [body = ''] = token.split('.');
    expect(token).toBe(authentic(body));
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toEqual({ v: 1, kid: 'k2', ...claims });
  });

  it('still reads after the key was rotated, until the old key is dropped', () => {
    const rotated = {
      current: { id: 'k3', key: 'a new secret' },
      previous: [keys.current, ...keys.previous],
    };
    expect(readSignerToken(token, rotated)).toMatchObject({ kid: 'k2' });
    expect(readSignerToken(token, { ...rotated, previous: keys.previous })).toBeNull();
  });

  it('does not read under another secret of the same id', () => {
    expect(readSignerToken(token, { current: { id: 'k2', key: 'another' }, previous: [] })).toBeNull();
  });

  it.each([
    ['no envelope', { ...claims, env: '' }],
    ['a negative epoch', { ...claims, epoch: -1 }],
    ['a fraction of a second', { ...claims, exp: 1.5 }],
    ['an expiry that is not a number', { ...claims, exp: Number.NaN }],
  ])('is never made of %s', (_name, wrong) => {
    expect(() => mintSignerToken(wrong, keys)).toThrow(TypeError);
  });

  it('is never made longer than the reader takes', () => {
    expect(() => mintSignerToken({ ...claims, env: 'e'.repeat(SIGNER_TOKEN_MAX_LENGTH) }, keys)).toThrow(
      RangeError,
    );
  });
});

describe('readSignerToken', () => {
  it('refuses the token with any one character changed', () => {
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expect(readSignerToken(token.slice(0, index) + other + token.slice(index + 1), keys)).toBeNull();
    }
  });

  it('refuses other claims under the same HMAC, and the HMAC of another token', () => {
    const [, mac = ''] = token.split('.');
    const raised = encoded({ v: 1, kid: 'k2', ...claims, epoch: 2 });
    expect(readSignerToken(`${raised}.${mac}`, keys)).toBeNull();
  });

  it('refuses claims that name a key and are authentic under another one', () => {
    expect(readSignerToken(authentic(encoded({ v: 1, kid: 'k1', ...claims })), keys)).toBeNull();
    expect(readSignerToken(authentic(encoded({ v: 1, kid: 'k0', ...claims })), keys)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['a dot', '.'],
    ['no HMAC', token.slice(0, token.indexOf('.'))],
    ['an empty HMAC', token.slice(0, token.indexOf('.') + 1)],
    ['a shortened HMAC', token.slice(0, -4)],
    ['a third part', `${token}.AAAA`],
    ['a trailing dot', `${token}.`],
    ['padding', `${token}=`],
    ['a line break at the end', `${token}\n`],
    ['a blank at the start', ` ${token}`],
    ['a trailing character', `${token}A`],
    ['plain base64', token.replace('.', '+/.')],
    ['a very long text', 'A'.repeat(10_000_000)],
    ['a very long text around a valid one', `${token}${'='.repeat(SIGNER_TOKEN_MAX_LENGTH)}`],
  ])('refuses %s', (_name, text) => {
    expect(readSignerToken(text, keys)).toBeNull();
  });

  it('refuses a second spelling of the same HMAC: the last character has bits to spare', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = alphabet.indexOf(token.slice(-1));
    const sibling = token.slice(0, -1) + alphabet.charAt(last ^ 1);
    expect(Buffer.from(sibling.split('.')[1] ?? '', 'base64url')).toEqual(
      Buffer.from(token.split('.')[1] ?? '', 'base64url'),
    );
    expect(readSignerToken(sibling, keys)).toBeNull();
  });

  it.each([
    ['an unknown version', { v: 2, kid: 'k2', ...claims }],
    ['an unknown purpose', { v: 1, kid: 'k2', ...claims, purpose: 'void' }],
    ['a missing claim', { v: 1, kid: 'k2', env: claims.env }],
    ['a further claim', { v: 1, kid: 'k2', ...claims, admin: true }],
    ['a text for a number', { v: 1, kid: 'k2', ...claims, exp: '1800000000' }],
    ['an object for an identifier', { v: 1, kid: 'k2', ...claims, env: { $ne: null } }],
    ['an array', [1, 'k2']],
    ['null', null],
  ])('refuses authentic JSON that is no claims: %s', (_name, value) => {
    expect(readSignerToken(authentic(encoded(value)), keys)).toBeNull();
  });

  it('refuses an authentic body that is not JSON or not UTF-8', () => {
    expect(readSignerToken(authentic(Buffer.from('{').toString('base64url')), keys)).toBeNull();
    expect(
      readSignerToken(authentic(Buffer.from([0x22, 0xff, 0x22]).toString('base64url')), keys),
    ).toBeNull();
  });
});

describe('the token of an emailed link', () => {
  const short = mintSignerToken({ ...linked, purpose: 'sign' }, keys);

  it('takes at most 80 characters of the link after the host', () => {
    expect(`/sign?lang=de#token=${short}`.length).toBeLessThanOrEqual(80);
    expect(short).toMatch(/^[\w-]{60}$/);
  });

  it.each(['sign', 'copy', 'document', 'session'] as const)('reads back: %s', (purpose) => {
    const made = mintSignerToken({ ...linked, purpose }, keys);
    expect(made).toHaveLength(60);
    expect(readSignerToken(made, keys)).toEqual({ v: 1, kid: 'k2', ...linked, purpose });
  });

  it('reads back for people who get a copy, and for people who were added years later or a moment earlier', () => {
    const copy = { ...linked, part: newId('copy'), purpose: 'read' } as const;
    const later = createIdMint(() => new Date(Date.now() + 9 * 365 * 24 * 3600 * 1000));
    const earlier = createIdMint(() => new Date(Date.now() - 5));
    for (const some of [
      copy,
      { ...linked, part: later('participant'), purpose: 'sign' } as const,
      { ...linked, part: earlier('participant'), purpose: 'sign' } as const,
    ]) {
      const made = mintSignerToken(some, keys);
      expect(made).toHaveLength(60);
      expect(readSignerToken(made, keys)).toEqual({ v: 1, kid: 'k2', ...some });
    }
  });

  it('is long for claims that the short form has no room for', () => {
    for (const some of [
      { ...linked, purpose: 'sign', epoch: 256 },
      { ...linked, purpose: 'sign', exp: 2 ** 32 },
      { ...linked, purpose: 'sign', passed: 'email_code' },
      { ...linked, purpose: 'session', sid: newId('pageSession') },
      { ...linked, purpose: 'read' },
    ] as const) {
      const made = mintSignerToken(some, keys);
      expect(made).toContain('.');
      expect(readSignerToken(made, keys)).toEqual({ v: 1, kid: 'k2', ...some });
    }
  });

  it('reads under a previous key and no other', () => {
    const rotated = { current: { id: 'k3', key: 'a new secret' }, previous: [keys.current] };
    expect(readSignerToken(short, rotated)).toMatchObject({ kid: 'k2' });
    expect(readSignerToken(short, { ...rotated, previous: keys.previous })).toBeNull();
  });

  it('is refused with any one character changed, added or left out', () => {
    for (let index = 0; index < short.length; index += 1) {
      const [before, after] = [short.slice(0, index), short.slice(index + 1)];
      expect(readSignerToken(`${before}${short[index] === 'A' ? 'B' : 'A'}${after}`, keys)).toBeNull();
      expect(readSignerToken(before + after, keys)).toBeNull();
    }
    expect(readSignerToken(`${short}A`, keys)).toBeNull();
    expect(readSignerToken(` ${short.slice(1)}`, keys)).toBeNull();
  });

  it('is refused if its bytes are authentic but no claims', () => {
    const bytes = Buffer.alloc(35, 0xff);
    const key = deriveKey(keys.current.key, 'signer-token/v2');
    const mac = computeHmacSha256(key, bytes.toString('hex')).subarray(0, 10);
    expect(readSignerToken(Buffer.concat([bytes, mac]).toString('base64url'), keys)).toBeNull();
  });
});
