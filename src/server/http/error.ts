import { createRefusal, type Refusal } from '#domain/errors.ts';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import type { WireError } from '#wire/error.ts';
import { getResourceMetadataUrl } from '#server/oauth/resource.ts';
import { buildRateHeaders } from '#server/rates/rate-limit.ts';
import type { Config } from '#server/runtime/config.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';

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
  const size = details?.['size'];
  return {
    status,
    body: { code, message, details: { ...details, requestId } },
    headers: {
      ...(typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {}),
      ...(code === 'rate_limited' && typeof retryAfter === 'number' && typeof limit === 'number'
        ? buildRateHeaders({ limit, remaining: 0, resetSeconds: retryAfter }, null)
        : {}),
      ...(code === 'range_not_satisfiable' && typeof size === 'number'
        ? { 'content-range': `bytes */${size}` }
        : {}),
      ...(typeof acceptEncoding === 'string' ? { 'accept-encoding': acceptEncoding } : {}),
      ...(challenge === null ? {} : { 'www-authenticate': challenge }),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
    },
  };
}

/**
 * Returns the challenge for agents, which also has the resource's metadata (RFC 9728 section 5.1) and every
 * scope. A client asks for the scopes that the first challenge names, and never for more.
 */
export function buildAgentChallenge(refused: Refusal | null, config: Pick<Config, 'http'>): string | null {
  const attributes = refused === null ? null : getChallengeAttributes(refused);
  if (attributes === null) return null;
  return formatChallenge({
    resource_metadata: getResourceMetadataUrl(config),
    scope: ALL_SCOPES.join(' '),
    ...attributes,
  });
}

/**
 * Returns the WWW-Authenticate value that says what a credential lacks (RFC 6750 section 3); null if the
 * credential isn't the problem.
 */
function buildChallenge(refused: Refusal): string | null {
  const attributes = getChallengeAttributes(refused);
  return attributes === null ? null : formatChallenge(attributes);
}

function getChallengeAttributes({ code, status, message, details }: Refusal): Record<string, string> | null {
  if (code === 'insufficient_scope') {
    const scopes = Array.isArray(details?.['scopes']) ? details['scopes'].join(' ') : '';
    return { error: 'insufficient_scope', error_description: message, scope: scopes };
  }
  if (status !== 401) return null;
  const isToken = String(details?.['reason'] ?? '').startsWith('token_');
  return isToken ? { error: 'invalid_token', error_description: message } : {};
}

function formatChallenge(attributes: Record<string, string>): string {
  const parts = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return ['Bearer', parts.join(', ')].join(' ').trim();
}
