import { ALL_SCOPES } from '#domain/organization/scope.ts';
import type { Config } from '#server/runtime/config.ts';
import { CLIENT_AUTH_METHODS, GRANT_TYPES } from './client-metadata.ts';
import { ENDPOINTS } from './provider.ts';

/** Where clients look for the authorization server's metadata (RFC 8414 section 3). */
export const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Returns the metadata of the authorization server (RFC 8414 section 2). */
export function buildServerMetadata({ http: { origin } }: Pick<Config, 'http'>): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: origin + ENDPOINTS.authorization,
    token_endpoint: origin + ENDPOINTS.token,
    registration_endpoint: origin + ENDPOINTS.registration,
    revocation_endpoint: origin + ENDPOINTS.revocation,
    jwks_uri: origin + ENDPOINTS.jwks,
    scopes_supported: ALL_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'],
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${origin}/api/docs`,
  };
}
