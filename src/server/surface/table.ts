/**
 * How a surface recognises who calls: exactly one way each. A developer has an API key, or where an operation lists it
 * the access token of an agent, which its form tells apart; a visitor may have a session, and need not. The endpoints of
 * the authorization server know codes, refresh tokens and clients, as OAuth has it.
 */
export type Method =
  | 'developer'
  | 'agent'
  | 'authorization_server'
  | 'signer_token'
  | 'document_token'
  | 'session'
  | 'visitor'
  | 'none';

export type Surface = {
  readonly prefix: string;
  readonly method: Method;
  /** Whether the web app's origin may call it from a browser of another origin. */
  readonly cors: boolean;
  /** Whether a browser's cookie is its credential, so that unsafe requests must come from our own origin. */
  readonly cookies: boolean;
  readonly cacheControl: 'no-store' | null;
};

/** The one table of URL prefixes: every path is matched by its longest prefix here. */
export const SURFACES = [
  { prefix: '/api/v1', method: 'developer', cors: false, cookies: false, cacheControl: 'no-store' },
  { prefix: '/api/signer', method: 'signer_token', cors: true, cookies: false, cacheControl: 'no-store' },
  {
    prefix: '/api/documents',
    method: 'document_token',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  { prefix: '/api/auth', method: 'visitor', cors: false, cookies: true, cacheControl: 'no-store' },
  { prefix: '/api/trpc', method: 'session', cors: false, cookies: true, cacheControl: 'no-store' },
  { prefix: '/api/live', method: 'session', cors: false, cookies: true, cacheControl: 'no-store' },
  { prefix: '/api/health', method: 'none', cors: false, cookies: false, cacheControl: 'no-store' },
  { prefix: '/api/logos', method: 'none', cors: false, cookies: false, cacheControl: null },
  { prefix: '/api/openapi.json', method: 'none', cors: false, cookies: false, cacheControl: null },
  { prefix: '/api/docs', method: 'none', cors: false, cookies: false, cacheControl: null },
  { prefix: '/api', method: 'none', cors: false, cookies: false, cacheControl: 'no-store' },
  { prefix: '/mcp', method: 'agent', cors: false, cookies: false, cacheControl: 'no-store' },
  {
    prefix: '/.well-known/oauth-protected-resource',
    method: 'none',
    cors: false,
    cookies: false,
    cacheControl: null,
  },
  {
    prefix: '/oauth/authorize',
    method: 'authorization_server',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  {
    prefix: '/oauth/token',
    method: 'authorization_server',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  {
    prefix: '/oauth/register',
    method: 'authorization_server',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  {
    prefix: '/oauth/revoke',
    method: 'authorization_server',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  {
    prefix: '/oauth/jwks',
    method: 'authorization_server',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  {
    prefix: '/.well-known/oauth-authorization-server',
    method: 'authorization_server',
    cors: false,
    cookies: false,
    cacheControl: 'no-store',
  },
  { prefix: '/.well-known', method: 'none', cors: false, cookies: false, cacheControl: 'no-store' },
  { prefix: '/', method: 'visitor', cors: false, cookies: true, cacheControl: null },
] as const satisfies readonly Surface[];

/** The surface of a path. */
export function surfaceOf(path: string): Surface {
  const match = SURFACES.find(
    ({ prefix }) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`),
  );
  return match ?? SURFACES[SURFACES.length - 1] ?? SURFACES[0];
}
