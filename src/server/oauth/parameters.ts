import { ALL_SCOPES, pickScopes } from '#domain/organization/scope.ts';
import type { Config } from '#server/runtime/config.ts';
import { normalizeResource } from './resource.ts';

/**
 * The parameters of an authorization request that are read. All others are ignored (RFC 6749 section 3.1),
 * including OpenID Connect's.
 */
const AUTHORIZATION = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'redirect_uri',
  'request',
  'request_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);
/**
 * The only prompt with an effect. A person is always asked, so a request to answer without asking is refused.
 */
const PROMPT_NONE = 'none';

/**
 * Returns an authorization request in the form that the authorization server reads: `resource` in its
 * canonical form (RFC 8707), and `scope` without the scopes of other services. If no known scope is
 * requested, `scope` has all of them, and the person chooses among them.
 */
export function normalizeAuthorizationParameters(
  config: Pick<Config, 'http'>,
  given: URLSearchParams,
): URLSearchParams {
  const known = new URLSearchParams([...given].filter(([name]) => AUTHORIZATION.has(name)));
  if (known.has('prompt') && known.get('prompt') !== PROMPT_NONE) known.delete('prompt');
  const scopes = pickScopes((known.get('scope') ?? '').split(' '));
  known.set('scope', (scopes.length > 0 ? scopes : ALL_SCOPES).join(' '));
  return withCanonicalResource(config, known);
}

/**
 * Does the same for a request to the token endpoint. Without a known scope, a client gets everything that it
 * was granted.
 */
export function normalizeTokenParameters(
  config: Pick<Config, 'http'>,
  given: URLSearchParams,
): URLSearchParams {
  const known = new URLSearchParams(given);
  const scopes = pickScopes((known.get('scope') ?? '').split(' '));
  known.delete('scope');
  if (scopes.length > 0) known.set('scope', scopes.join(' '));
  return withCanonicalResource(config, known);
}

function withCanonicalResource(config: Pick<Config, 'http'>, parameters: URLSearchParams): URLSearchParams {
  const named = parameters.getAll('resource').filter((text) => text !== '');
  parameters.delete('resource');
  for (const resource of new Set(named.map((text) => normalizeResource(config, text))))
    parameters.append('resource', resource);
  return parameters;
}
