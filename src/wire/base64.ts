import { z } from 'zod';

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

const text = z.base64();

/** Base64 text, or what the request's reader decoded it to. */
export const base64 = z
  .custom<string | DecodedBase64>(
    (value) => (value instanceof DecodedBase64 ? value.bytes !== null : text.safeParse(value).success),
    'must be base64 (RFC 4648 section 4)',
  )
  .meta({ type: 'string', format: 'base64', contentEncoding: 'base64' });
