import { z } from 'zod';
import { countBase64Bytes } from '#domain/document/base64.ts';

/**
 * Base64 text (RFC 4648 section 4) that a thread has already decoded. It isn't inspected like an object,
 * because it contains bytes.
 */
export class DecodedBase64 {
  readonly #bytes: Uint8Array | null;
  readonly #textSha256: string;

  /** `bytes` is null if the text was invalid. `textSha256` identifies the text in a repeated request. */
  constructor(bytes: Uint8Array | null, textSha256: string) {
    this.#bytes = bytes;
    this.#textSha256 = textSha256;
  }

  get bytes(): Uint8Array | null {
    return this.#bytes;
  }

  get textSha256(): string {
    return this.#textSha256;
  }
}

type Base64Holder = { contentBase64: unknown };

/**
 * Returns the object that contains a request's base64, which is its `document` or the body itself. Returns
 * null if there is none.
 */
export function findBase64Holder(body: unknown): Base64Holder | null {
  if (isHolder(body)) return body;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'document')) return null;
  const { document } = body as { document: unknown };
  return isHolder(document) ? document : null;
}

function isHolder(value: unknown): value is Base64Holder {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'contentBase64');
}

/** Base64 text, or the decoded result from the request's reader. */
export const base64 = z
  .custom<string | DecodedBase64>(
    (value) =>
      value instanceof DecodedBase64
        ? value.bytes !== null
        : typeof value === 'string' && countBase64Bytes(value) !== null,
    'must be base64 (RFC 4648 section 4)',
  )
  .meta({ type: 'string', format: 'base64', contentEncoding: 'base64' });
