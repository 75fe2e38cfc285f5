import { Integer } from 'asn1js';
import { child, children, element, encoding, integer, readElement, TAG } from '#server/crypto/der.ts';
import { messageImprint } from './request.ts';
import { readTimestamp, type Timestamp, TimestampError } from './token.ts';

const GRANTED = 0;
const GRANTED_WITH_MODIFICATIONS = 1;

/**
 * Returns the token of a TimeStampResp (RFC 3161, 2.4.2) if it was granted for this digest and request. Throws
 * TimestampError.
 */
export function readTimestampResponse(
  response: Uint8Array,
  asked: { readonly digest: Uint8Array; readonly nonce: Uint8Array },
): Timestamp {
  const [info, token] = children(readElement(response));
  const status = child(info, 0);
  if (!(status instanceof Integer)) throw new TimestampError('the response is not a timestamp');
  const { valueDec } = status.valueBlock;
  if ((valueDec !== GRANTED && valueDec !== GRANTED_WITH_MODIFICATIONS) || token === undefined)
    throw new TimestampError(`the request was rejected with status ${valueDec}`);

  const timestamp = readTimestamp(encoding(token));
  if (Buffer.compare(timestamp.imprint, messageImprint(asked.digest)) !== 0)
    throw new TimestampError('the token is for other data');
  if (timestamp.nonce === null || Buffer.compare(timestamp.nonce, asked.nonce) !== 0)
    throw new TimestampError('the token answers another request');
  return timestamp;
}

/** Encodes the TimeStampResp that grants a token, as tools keep it in files. */
export function grantedResponse(token: Uint8Array): Uint8Array {
  return element(TAG.sequence, [element(TAG.sequence, [integer(GRANTED)]), token]);
}
