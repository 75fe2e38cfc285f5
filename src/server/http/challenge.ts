import type { Refusal } from '#domain/errors.ts';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import type { Config } from '#server/app/config.ts';
import { resourceMetadataUrl } from '#server/oauth/resource.ts';

/** What a credential lacks, as RFC 6750 section 3 says it in WWW-Authenticate; null where it is no matter of one. */
export function challengeOf(refused: Refusal): string | null {
  const attributes = attributesOf(refused);
  return attributes === null ? null : written(attributes);
}

/**
 * The same where agents come in: with where the resource is described (RFC 9728 section 5.1), and with all that a client
 * should ask for. One that is told less goes without it for good.
 */
export function agentChallengeOf(refused: Refusal | null, config: Pick<Config, 'http'>): string | null {
  const attributes = refused === null ? null : attributesOf(refused);
  if (attributes === null) return null;
  return written({
    resource_metadata: resourceMetadataUrl(config),
    scope: ALL_SCOPES.join(' '),
    ...attributes,
  });
}

function attributesOf({ code, status, message, details }: Refusal): Record<string, string> | null {
  if (code === 'insufficient_scope') {
    const scopes = Array.isArray(details?.['scopes']) ? details['scopes'].join(' ') : '';
    return { error: 'insufficient_scope', error_description: message, scope: scopes };
  }
  if (status !== 401) return null;
  const isToken = String(details?.['reason'] ?? '').startsWith('token_');
  return isToken ? { error: 'invalid_token', error_description: message } : {};
}

function written(attributes: Record<string, string>): string {
  const parts = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return ['Bearer', parts.join(', ')].join(' ').trim();
}
