import { z } from 'zod';

/**
 * Base64 text (RFC 4648 section 4) that was decoded where its request was read, away from the event loop. It is not
 * looked into like an object: what is in it are bytes.
 */
export class DecodedBase64 {
  readonly #bytes: Uint8Array | null;
  readonly #textSha256: string;

  /** `bytes` is null where the text was none. `textSha256` is of the text: what makes it the same request again. */
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

const text = z.base64();

/** Bytes as base64, or as what its request's reader has made of it. */
export const base64 = z
  .custom<string | DecodedBase64>(
    (value) => (value instanceof DecodedBase64 ? value.bytes !== null : text.safeParse(value).success),
    'must be base64 (RFC 4648 section 4)',
  )
  .meta({ type: 'string', format: 'base64', contentEncoding: 'base64' });
