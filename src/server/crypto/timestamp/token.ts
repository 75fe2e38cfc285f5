import { Malformed } from '#verify/bytes.ts';
import { readToken, buildServicePath, type Token } from '#verify/x509/timestamp-token.ts';

/**
 * A timestamp token (RFC 3161, 2.4.2) with a valid signature. Whether its service is trusted is checked
 * elsewhere.
 */
export type Timestamp = {
  /** The token (DER), a CMS structure. */
  readonly token: Uint8Array;
  readonly time: Date;
  /** The message imprint as the token encodes it. */
  readonly imprint: Uint8Array;
  /** The nonce's content octets. Null if there is none. */
  readonly nonce: Uint8Array | null;
  /** The service's certificates (DER), starting with the one that signed. */
  readonly certificates: readonly Uint8Array[];
};

/** Thrown when a token can't be used. The message says why, as part of a sentence. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/**
 * Reads a token and checks it as a third party's verifier would, since such a verifier would refuse a seal
 * with a bad token. Throws TimestampError.
 */
export async function readTimestamp(token: Uint8Array): Promise<Timestamp> {
  const { signed, time, imprint, nonce } = await readCheckedToken(token);
  const others = signed.certificates.filter((one) => one !== signed.signer);
  return {
    ...{ token, time, nonce, imprint: imprint.bytes },
    certificates: [signed.signer, ...others].map(({ der }) => der),
  };
}

async function readCheckedToken(der: Uint8Array): Promise<Token> {
  try {
    const token = await readToken(der);
    if (typeof token === 'string') throw new TimestampError("the token's signature is invalid");
    if ((await buildServicePath(token, null)) === null)
      throw new TimestampError(
        "the service's certificates aren't for timestamps alone, or weren't valid then",
      );
    return token;
  } catch (error) {
    if (error instanceof Malformed) throw new TimestampError(`the token can't be used: ${error.message}`);
    throw error;
  }
}
