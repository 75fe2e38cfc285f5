import type { Json } from './model.ts';

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const RESPONSE_HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': header('string', 'ID of this request, yours if you sent one.'),
  'RateLimit-Limit': header('integer', 'Requests per minute for these credentials.'),
  'RateLimit-Remaining': header('integer', 'Requests left in the current minute.'),
  'RateLimit-Reset': header('integer', 'Seconds until the limit resets.'),
  'Retry-After': header('integer', 'Seconds to wait before retrying (RFC 9110).'),
  'Idempotency-Replayed': header('string', '`true` if nothing ran again; absent otherwise.'),
  'WWW-Authenticate': header(
    'string',
    '`Bearer`, and for OAuth tokens the problem (RFC 6750): `error` and the `scope` the call requires.',
  ),
  'Content-Disposition': header('string', 'The file name (RFC 6266).'),
  ETag: header('string', 'The SHA-256 of the file in quotes.'),
};

function header(type: string, description: string): Json {
  return { description, schema: { type } };
}

/** Returns the headers of authenticated responses by status. */
export function headersOf(status: number): readonly string[] {
  switch (status) {
    case 401:
      return ['X-Request-Id', 'WWW-Authenticate'];
    case 403:
      return ['X-Request-Id', ...RATE_LIMIT, 'WWW-Authenticate'];
    case 429:
      return ['X-Request-Id', ...RATE_LIMIT, 'Retry-After'];
    default:
      return ['X-Request-Id', ...RATE_LIMIT];
  }
}

/** Returns references to the components of response headers. */
export function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${componentName(name)}` }]),
  );
}

/** Returns the components of all response headers. */
export function headerComponents(): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(RESPONSE_HEADERS).map(([name, definition]) => [componentName(name), definition]),
  );
}

/** Component names are identifiers: `X-Request-Id` is `XRequestId`. */
function componentName(header: string): string {
  return header.replaceAll('-', '');
}
