import { createRefusal } from '#domain/errors.ts';
import { buildRateHeaders } from '#server/rates/rate-limit.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import type { WireError } from '#wire/error.ts';
import { buildChallenge } from './challenge.ts';

export type ErrorReply = {
  readonly status: number;
  readonly body: WireError;
  readonly headers: Record<string, string>;
};

/**
 * Returns an error's status, body and header fields. An unexpected error reveals nothing but the request id.
 */
export function toErrorReply(thrown: unknown, requestId: string, allow?: readonly string[]): ErrorReply {
  const refused = toRefusal(thrown) ?? createRefusal('internal');
  const { code, message, details, status } = refused;
  const challenge = buildChallenge(refused);
  const retryAfter = details?.['retryAfterSeconds'];
  const limit = details?.['limit'];
  const acceptEncoding = details?.['acceptEncoding'];
  return {
    status,
    body: { code, message, details: { ...details, requestId } },
    headers: {
      ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
      ...(code === 'rate_limited' && typeof retryAfter === 'number' && typeof limit === 'number'
        ? buildRateHeaders({ limit, remaining: 0, resetSeconds: retryAfter }, null)
        : {}),
      ...(typeof acceptEncoding === 'string' ? { 'accept-encoding': acceptEncoding } : {}),
      ...(challenge === null ? {} : { 'www-authenticate': challenge }),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
    },
  };
}
