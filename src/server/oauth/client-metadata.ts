import { LIMITS } from '#domain/limits.ts';
import { redirectTarget } from '#domain/organization/redirect.ts';
import { isMisleadingName, namesProduct } from '#domain/organization/sending/well-known-names.ts';
import { cutTo, toPrintable } from '#domain/text.ts';

/**
 * The ways in which clients may authenticate at the token endpoint. Most clients have no secret; PKCE binds
 * the code to them.
 */
export const CLIENT_AUTH_METHODS = [
  'none',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const;
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

const SHOWN_CODE_POINTS = 60;

type Metadata = Readonly<Record<string, unknown>>;

/**
 * The client metadata that is stored (RFC 7591 section 2). No other metadata is displayed, fetched or
 * trusted.
 */
const KEPT = [
  'client_id',
  'client_name',
  'client_secret',
  'client_secret_expires_at',
  'redirect_uris',
  'token_endpoint_auth_method',
  'jwks',
  'jwks_uri',
] as const;

/**
 * Returns the part of a client's metadata that is stored, with the values that a server may replace already
 * replaced. Every client counts as native, which only forbids plain http and lets a loopback redirect choose
 * its port.
 */
export function keepKnownMetadata(given: Metadata): Record<string, unknown> {
  const kept = Object.fromEntries(KEPT.filter((name) => name in given).map((name) => [name, given[name]]));
  return {
    token_endpoint_auth_method: 'none',
    ...kept,
    application_type: 'native',
    grant_types: [...GRANT_TYPES],
    response_types: ['code'],
  };
}

/** Returns what is wrong with a client's metadata, in words for its developer; null if nothing is. */
export function findMetadataProblem(metadata: Metadata): string | null {
  const { redirect_uris: uris, client_name: name } = metadata;
  if (!Array.isArray(uris) || uris.length === 0) return 'redirect_uris must have at least one address';
  if (uris.length > LIMITS.clientRedirectsMax)
    return `redirect_uris must have at most ${LIMITS.clientRedirectsMax} addresses`;
  for (const uri of uris as unknown[]) {
    if (typeof uri !== 'string' || uri.length > LIMITS.clientUriMaxChars || redirectTarget(uri) === null)
      return 'redirect_uris must be https, http on a loopback address or the reverse-domain scheme of a native app, without a fragment';
  }
  if (name !== undefined && (typeof name !== 'string' || name.length > LIMITS.nameMaxChars))
    return `client_name must be a string of at most ${LIMITS.nameMaxChars} characters`;
  if (typeof name === 'string' && namesProduct(name))
    return 'client_name must not resemble the name of this service';
  return findKeysProblem(metadata['jwks']) ?? findSizeProblem(metadata);
}

/**
 * Checks keys, which are stored unchanged. Only a few are allowed, and none may be longer than an 8,192-bit
 * RSA key.
 */
function findKeysProblem(jwks: unknown): string | null {
  if (jwks === undefined) return null;
  const keys: unknown = typeof jwks === 'object' && jwks !== null && 'keys' in jwks ? jwks.keys : null;
  if (!Array.isArray(keys)) return 'jwks must be a JSON Web Key Set (RFC 7517)';
  if (keys.length > LIMITS.clientKeysMax) return `jwks must have at most ${LIMITS.clientKeysMax} keys`;
  if (keys.some((key) => getByteLength(key) > LIMITS.clientKeyMaxBytes))
    return `jwks must have keys of at most ${LIMITS.clientKeyMaxBytes} bytes each`;
  return null;
}

function findSizeProblem(metadata: Metadata): string | null {
  return getByteLength(metadata) > LIMITS.clientMetadataMaxBytes
    ? `the metadata must have at most ${LIMITS.clientMetadataMaxBytes} bytes`
    : null;
}

function getByteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/**
 * Returns the name that a client gave itself, shortened to one line for display. Anyone may register a
 * client, so a name that people would trust without looking isn't shown: they see the app's host instead.
 */
export function toShownName(name: string | undefined): string {
  const shown = cutTo(toPrintable(name ?? ''), SHOWN_CODE_POINTS);
  return shown === '' || isMisleadingName(shown) ? 'Unnamed app' : shown;
}
