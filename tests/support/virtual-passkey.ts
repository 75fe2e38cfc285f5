import { generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What makes an answer wrong, for attacks. */
type Twist = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly type?: string;
  readonly challenge?: string;
  /** Signs with another key. */
  readonly key?: KeyObject;
};

type RequestOptions = { readonly challenge: string; readonly rpId: string };
type CreationOptions = { readonly challenge: string; readonly rp: { readonly id: string } };

/** User present, verified, eligible for backup, backed up. */
export const FLAGS = 0x1d;
const ATTESTED = 0x40;

/**
 * Creates an authenticator with one key, which answers as WebAuthn level 3 says: what it returns is what browsers
 * return. It takes no part of the program.
 */
export function createVirtualPasskey(
  origin: string,
  { kind = 'ec', backedUp = true }: { readonly kind?: 'ec' | 'rsa'; readonly backedUp?: boolean } = {},
) {
  const { privateKey, publicKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = randomBytes(20);
  const flags = backedUp ? FLAGS : FLAGS & ~0x18;
  let counter = 0;

  const describeClient = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const describeDevice = (rpId: string, extra: number, twist: Twist) => {
    const bytes = Buffer.alloc(37);
    hash('sha256', twist.rpId ?? rpId, 'buffer').copy(bytes);
    bytes.writeUInt8((twist.flags ?? flags) | extra, 32);
    bytes.writeUInt32BE((counter += 1), 33);
    return bytes;
  };

  return {
    id: id.toString('base64url'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    keyHash: hash('sha256', publicKey.export({ type: 'spki', format: 'der' })),
    privateKey,
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp }: CreationOptions, twist: Twist = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        describeDevice(rp.id, ATTESTED, twist),
        Buffer.alloc(16),
        length,
        id,
        encodeKey(publicKey),
      ]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[encodeText('fmt'), encodeText('none')],
        ...[encodeText('attStmt'), Buffer.from([0xa0])],
        ...[encodeText('authData'), encodeBytes(authData)],
      ]);
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const },
        response: {
          clientDataJSON: describeClient('webauthn.create', challenge, twist).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge, rpId }: RequestOptions, twist: Twist = {}) {
      const client = describeClient('webauthn.get', challenge, twist);
      const device = describeDevice(rpId, 0, twist);
      const signed = Buffer.concat([device, hash('sha256', client, 'buffer')]);
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: device.toString('base64url'),
          signature: sign('sha256', signed, twist.key ?? privateKey).toString('base64url'),
        },
        clientExtensionResults: {},
      };
    },
  };
}

export type VirtualPasskey = ReturnType<typeof createVirtualPasskey>;

/** COSE (RFC 9053): ES256 on P-256, or RS256. */
function encodeKey(key: KeyObject): Buffer {
  const { kty, x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' });
  const read = (text: string) => encodeBytes(Buffer.from(text, 'base64url'));
  if (kty === 'EC')
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      read(x),
      Buffer.from([0x22]),
      read(y),
    ]);
  return Buffer.concat([
    Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20]),
    read(n),
    Buffer.from([0x21]),
    read(e),
  ]);
}

function encodeText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function encodeBytes(bytes: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}
