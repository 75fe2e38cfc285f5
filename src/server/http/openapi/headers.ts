import type { Json } from './model.ts';

const RATE_LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** Header fields of answers, as components by their own names. */
export const RESPONSE_HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': header('string', 'The name of this request: yours where you sent one.'),
  'RateLimit-Limit': header('integer', 'Requests a minute that the credential may make.'),
  'RateLimit-Remaining': header('integer', 'Requests that are left in the running minute.'),
  'RateLimit-Reset': header('integer', 'Seconds until they are all back.'),
  'Retry-After': header('integer', 'Seconds until it makes sense to try again (RFC 9110).'),
  'Idempotency-Replayed': header('string', '`true` where nothing ran again; absent otherwise.'),
  'WWW-Authenticate': header(
    'string',
    '`Bearer`, and for an OAuth token what is wrong with it (RFC 6750): `error`, and the `scope` that the call needs.',
  ),
  'Content-Disposition': header('string', 'The name of the file (RFC 6266).'),
  ETag: header('string', 'The SHA-256 of the bytes in quotes.'),
};

function header(type: string, description: string): Json {
  return { description, schema: { type } };
}

/** The header fields that answers of a status carry behind a credential. */
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

/** References to the components that describe header fields. */
export function headerReferences(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
