import { ALL_SCOPES } from '#domain/organization/scope.ts';
import type { Config } from '#server/runtime/config.ts';

type Addresses = { readonly http: Pick<Config['http'], 'origin' | 'mcpUrl'> };

/** The path of the MCP endpoint, which is the protected resource. */
export const MCP_PATH = '/mcp';
/**
 * The paths where clients look for the resource's metadata (RFC 9728 section 3.1): at the origin, and with
 * the path of the resource appended.
 */
export const RESOURCE_METADATA_PATHS = [
  '/.well-known/oauth-protected-resource',
  `/.well-known/oauth-protected-resource${MCP_PATH}`,
] as const;

/** Returns the protected resource (RFC 8707), which is the audience of every access token. */
export function getProtectedResource({ http }: Addresses): string {
  return `${http.mcpUrl}${MCP_PATH}`;
}

/**
 * Returns the resource that a client's `resource` names. A trailing slash or the bare origin means the same
 * resource.
 */
export function normalizeResource(config: Addresses, text: string): string {
  const resource = getProtectedResource(config);
  const named = URL.parse(text)?.href.replace(/\/$/, '');
  return named === resource || named === config.http.mcpUrl ? resource : text;
}

/** Returns the URL of the resource's metadata for challenges. */
export function getResourceMetadataUrl({ http }: Addresses): string {
  return `${http.mcpUrl}${RESOURCE_METADATA_PATHS[1]}`;
}

/** Returns the metadata of the protected resource (RFC 9728 section 2). */
export function buildResourceMetadata(config: Addresses): Record<string, unknown> {
  return {
    resource: getProtectedResource(config),
    authorization_servers: [config.http.origin],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Countersign',
    resource_documentation: `${config.http.origin}/api/docs`,
  };
}
