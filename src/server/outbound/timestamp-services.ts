import { randomBytes } from 'node:crypto';
import { encodeTimestampRequest } from '#server/crypto/timestamp/request.ts';
import { readTimestampResponse } from '#server/crypto/timestamp/response.ts';
import { type Timestamp, TimestampError } from '#server/crypto/timestamp/token.ts';

/** The operator's timestamp services (RFC 3161). */
export type TimestampServices = {
  /** Whether any timestamp service is configured. */
  readonly configured: boolean;
  /**
   * Asks the services in order for a timestamp of a SHA-256 digest. Returns null if none of them answers with
   * a valid one.
   */
  readonly stamp: (digest: Uint8Array) => Promise<Timestamp | null>;
  /** Whether the last request got a timestamp; true before the first one. */
  readonly reachable: () => boolean;
  /**
   * Returns how many bytes to leave for a token. The first call requests a token to learn its size, unless
   * one has been received before.
   */
  readonly tokenBytes: () => Promise<number>;
};

type Options = {
  readonly urls: readonly string[];
  /** The time limit for each service: connecting, sending and reading its response. */
  readonly timeoutMs: number;
  readonly clock: () => Date;
  readonly onFailure: (url: string, reason: string) => void;
};

const MAX_RESPONSE_BYTES = 64 * 1024;
/**
 * If the difference is larger than this, either the service's clock or this machine's is wrong, and the
 * timestamp proves nothing.
 */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000;
/**
 * The size to assume while no service has supplied a token. Tokens of public services take 3 to 7 KB with
 * their certificates.
 */
const UNKNOWN_TOKEN_BYTES = 8 * 1024;
/** The tokens of one service differ by a few bytes, and its next certificates may be longer. */
const SLACK_BYTES = 512;

export function openTimestampServices({ urls, timeoutMs, clock, onFailure }: Options): TimestampServices {
  let isReachable = true;
  let largest: number | null = null;
  /**
   * The request that learns the token size. It is made only once, because a service that is down already
   * delays a seal enough.
   */
  let learning: Promise<unknown> | null = null;
  const stamp = async (digest: Uint8Array) => {
    for (const url of urls) {
      try {
        const timestamp = await request(url, digest, timeoutMs);
        if (Math.abs(timestamp.time.getTime() - clock().getTime()) > MAX_CLOCK_DIFFERENCE_MS)
          throw new TimestampError(`its time, ${timestamp.time.toISOString()}, differs from ours`);
        isReachable = true;
        largest = Math.max(largest ?? 0, timestamp.token.length);
        return timestamp;
      } catch (error) {
        onFailure(url, error instanceof Error ? error.message : String(error));
      }
    }
    isReachable = false;
    return null;
  };
  return {
    configured: urls.length > 0,
    stamp,
    reachable: () => isReachable,
    async tokenBytes() {
      if (largest === null) await (learning ??= stamp(randomBytes(32)));
      return largest === null ? UNKNOWN_TOKEN_BYTES : largest + SLACK_BYTES;
    },
  };
}

async function request(url: string, digest: Uint8Array, timeoutMs: number): Promise<Timestamp> {
  const nonce = createNonce();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.from(encodeTimestampRequest(digest, nonce)),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new TimestampError(`the service answered ${response.status}`);
  return readTimestampResponse(await readBody(response), { digest, nonce });
}

/** Returns 64 random bits without a leading zero, as DER requires. */
function createNonce(): Uint8Array {
  const nonce = randomBytes(8);
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  return nonce;
}

async function readBody(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) throw new TimestampError('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
