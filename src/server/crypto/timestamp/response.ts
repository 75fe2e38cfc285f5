import { isEqual, Malformed } from '#verify/bytes.ts';
import { readChildren, readDer, readSmallInteger } from '#verify/x509/der.ts';
import { encodeElement, encodeInteger, TAG } from '#server/crypto/der.ts';
import { encodeMessageImprint } from './request.ts';
import { readTimestamp, type Timestamp, TimestampError } from './token.ts';

const GRANTED = 0;
const GRANTED_WITH_MODIFICATIONS = 1;

/**
 * Returns the token of a TimeStampResp (RFC 3161, 2.4.2) if it was granted for this digest and request.
 * Throws TimestampError.
 */
export async function readTimestampResponse(
  response: Uint8Array,
  asked: { readonly digest: Uint8Array; readonly nonce: Uint8Array },
): Promise<Timestamp> {
  const { status, token } = readResponseParts(response);
  if ((status !== GRANTED && status !== GRANTED_WITH_MODIFICATIONS) || token === undefined)
    throw new TimestampError(`the request was rejected with status ${status}`);

  const timestamp = await readTimestamp(token);
  if (!isEqual(timestamp.imprint, encodeMessageImprint(asked.digest)))
    throw new TimestampError('the token is for other data');
  if (timestamp.nonce === null || !isEqual(timestamp.nonce, asked.nonce))
    throw new TimestampError('the token answers another request');
  return timestamp;
}

function readResponseParts(response: Uint8Array): {
  readonly status: number;
  readonly token: Uint8Array | undefined;
} {
  try {
    const [info, token] = readChildren(readDer(response));
    return { status: readSmallInteger(readChildren(info)[0]), token: token?.bytes };
  } catch (error) {
    if (error instanceof Malformed) throw new TimestampError('the response is not a timestamp');
    throw error;
  }
}

/** Encodes the TimeStampResp that grants a token, as tools keep it in files. */
export function encodeGrantedResponse(token: Uint8Array): Uint8Array {
  return encodeElement(TAG.sequence, [encodeElement(TAG.sequence, [encodeInteger(GRANTED)]), token]);
}
