import type { Json } from './model.ts';

const RATE_LIMIT = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const;

const RESPONSE_HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': createHeader('string', 'ID of this request, yours if you sent one.'),
  RateLimit: createHeader(
    'string',
    'Requests left and seconds until the limit resets, as a structured field: `"requests";r=599;t=60`.',
  ),
  'RateLimit-Policy': createHeader('string', 'The limit and its window in seconds: `"requests";q=600;w=60`.'),
  'RateLimit-Limit': createHeader('integer', 'Requests per minute for these credentials.'),
  'RateLimit-Remaining': createHeader('integer', 'Requests left in the current minute.'),
  'RateLimit-Reset': createHeader('integer', 'Seconds until the limit resets.'),
  'Retry-After': createHeader('integer', 'Seconds to wait before retrying (RFC 9110).'),
  'Idempotency-Replayed': createHeader('string', '`true` if nothing ran again; absent otherwise.'),
  'WWW-Authenticate': createHeader(
    'string',
    '`Bearer`, and for OAuth tokens the problem (RFC 6750): `error` and the `scope` the call requires.',
  ),
  'Content-Disposition': createHeader('string', 'The file name (RFC 6266).'),
  ETag: createHeader(
    'string',
    'Identifies these bytes. Send it as `If-None-Match` to get 304 while nothing has changed. That of an envelope begins with its version; sent as `If-Match`, it stands for `expectedVersion`.',
  ),
  'Content-Range': createHeader('string', 'Which bytes these are, and of how many.'),
  'Accept-Ranges': createHeader('string', '`bytes` if `Range` works for this file (RFC 9110, section 14).'),
};

function createHeader(type: string, description: string): Json {
  return { description, schema: { type } };
}

/** Returns the headers of authenticated responses by status. */
export function listResponseHeaders(status: number): readonly string[] {
  switch (status) {
    case 401:
      return ['X-Request-Id', 'WWW-Authenticate'];
    case 403:
      return ['X-Request-Id', ...RATE_LIMIT, 'WWW-Authenticate'];
    case 416:
      return ['X-Request-Id', ...RATE_LIMIT, 'Content-Range'];
    case 429:
      return ['X-Request-Id', ...RATE_LIMIT, 'Retry-After'];
    default:
      return ['X-Request-Id', ...RATE_LIMIT];
  }
}

/** Returns references to the components of response headers. */
export function buildHeaderReferences(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${toComponentName(name)}` }]),
  );
}

/** Returns the components of all response headers. */
export function buildHeaderComponents(): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, definition]) => [toComponentName(name), definition]),
  );
}

/**
 * Returns the component name of a header. Component names are identifiers, so `X-Request-Id` becomes
 * `XRequestId`.
 */
function toComponentName(header: string): string {
  return header.replaceAll('-', '');
}
