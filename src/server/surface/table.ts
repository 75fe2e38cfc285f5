/**
 * How a surface recognizes the caller. Each surface has exactly one way. A developer has an API key or, where
 * an operation lists it, an agent's access token; the two already differ in the first character. A visitor
 * may have a session. The endpoints of the authorization server accept codes, refresh tokens and clients
 * (OAuth 2.1).
 */
export type Method =
  | 'developer'
  | 'agent'
  | 'authorization_server'
  | 'signer_token'
  | 'editing_token'
  | 'document_token'
  | 'upload_token'
  | 'directory_token'
  | 'session'
  | 'visitor'
  | 'none';

/** Everything that is decided about a request before its operation or page is looked at. */
export type Surface = {
  /** The path and everything below it. `*` stands for one segment. */
  readonly prefix: string;
  /** What responds: the API, the authorization server, or a page. */
  readonly kind: 'api' | 'oauth' | 'page';
  readonly method: Method;
  /**
   * The limit that a request counts against: `credential` for the credential's limit; `visitor` for the
   * credential's limit, or the address's if there is no session; `public` for the address limit on what
   * anyone may read; `health` for as many health checks, which are counted apart so that nothing else makes
   * them fail; `authorization` and `registration` for the authorization server's address limits.
   */
  readonly rate: 'credential' | 'visitor' | 'public' | 'health' | 'authorization' | 'registration' | null;
  /** Whether the web app's origin may call it from a browser on another origin. */
  readonly cors: boolean;
  /** Whether the credential is a browser's cookie, so that writes have to come from our own origin. */
  readonly cookies: boolean;
  /**
   * How long a body may be: as long as a form, as long as a document if the method is PUT, or as long as the
   * operation allows.
   */
  readonly body: 'form' | 'document' | 'operation';
  readonly cacheControl: 'no-store' | null;
  /**
   * Who may show the page in a frame. A page that frames another one can draw over it. `session` allows only
   * the origin that the page's session URL was requested for, if any.
   */
  readonly frames: 'none' | 'own' | 'session' | null;
  /**
   * Whether the page's window is cut off from windows of other sites. An agent may open the authorization
   * server as a popup and wait for it, so its pages aren't cut off, and neither are the pages through which a
   * person signs in on the way there (`except_for_agents`), nor those that other sites frame.
   */
  readonly isolated: boolean | 'except_for_agents';
  readonly referrer: 'no-referrer' | 'same-origin' | null;
  readonly robots: 'noindex, nofollow' | null;
  /**
   * The query parameter that carries a secret, as in links of older emails. A page with this parameter in its
   * address isn't cached and sends no referrer.
   */
  readonly secretParameter: 'token' | null;
  /**
   * Whether the response to the page's form may lead to another site. Some browsers apply `form-action` to
   * redirects as well.
   */
  readonly formsMayLeave: boolean;
  /** Where to go after signing in: to the page itself or, for a file, to the page that links to it. */
  readonly returnTo: 'self' | 'parent';
};

const api = {
  kind: 'api',
  method: 'none',
  rate: null,
  cors: false,
  cookies: false,
  body: 'operation',
  cacheControl: 'no-store',
  frames: null,
  isolated: true,
  referrer: null,
  robots: null,
  secretParameter: null,
  formsMayLeave: false,
  returnTo: 'self',
} as const;

const oauth = {
  ...api,
  kind: 'oauth',
  method: 'authorization_server',
  rate: 'authorization',
  frames: 'none',
  isolated: false,
  referrer: 'no-referrer',
} as const;

const page = {
  ...api,
  kind: 'page',
  method: 'visitor',
  rate: 'visitor',
  cookies: true,
  body: 'form',
  cacheControl: null,
  frames: 'none',
  referrer: 'same-origin',
} as const;

/** A page behind an emailed link, whose token a cookie keeps. */
const linkPage = { ...page, secretParameter: 'token', cacheControl: 'no-store' } as const;

/** A page on the way to where its parameter `next` leads. */
const entryPage = { ...page, isolated: 'except_for_agents' } as const;

const signerPage = {
  ...page,
  cacheControl: 'no-store',
  referrer: 'no-referrer',
  robots: 'noindex, nofollow',
} as const;

/**
 * The browser doesn't keep these pages, because somebody who is handed the device could navigate back to
 * them.
 */
const ownPage = { ...page, method: 'session', cacheControl: 'no-store' } as const;
const ownFile = { ...ownPage, cacheControl: null, returnTo: 'parent' } as const;

/** The only table of paths. The row with the most segments applies. */
export const SURFACES = [
  { ...api, prefix: '/api' },
  { ...api, prefix: '/api/v1', method: 'developer', rate: 'credential' },
  {
    ...api,
    prefix: '/api/signer',
    method: 'signer_token',
    rate: 'credential',
    cors: true,
    referrer: 'no-referrer',
  },
  {
    ...api,
    prefix: '/api/editing',
    method: 'editing_token',
    rate: 'credential',
    referrer: 'no-referrer',
  },
  { ...api, prefix: '/api/documents', method: 'document_token' },
  { ...api, prefix: '/api/uploads', method: 'upload_token', rate: 'credential', body: 'document' },
  { ...api, prefix: '/api/auth', method: 'visitor', rate: 'credential', cookies: true },
  { ...api, prefix: '/api/trpc', method: 'session', rate: 'credential', cookies: true },
  { ...api, prefix: '/api/live', method: 'session', rate: 'credential', cookies: true },
  { ...api, prefix: '/api/health', rate: 'health' },
  { ...api, prefix: '/api/verify', rate: 'public', cacheControl: null },
  { ...api, prefix: '/api/digest', rate: 'public', secretParameter: 'token' },
  { ...api, prefix: '/api/logos', rate: 'public', cacheControl: null },
  { ...api, prefix: '/api/openapi.json', cacheControl: null },
  { ...api, prefix: '/api/openapi-3.0.json', cacheControl: null },
  { ...api, prefix: '/api/packages', cacheControl: null },
  { ...api, prefix: '/api/docs', cacheControl: null },
  { ...api, prefix: '/api/docs.md', cacheControl: null },
  { ...api, prefix: '/llms.txt', cacheControl: null },
  { ...api, prefix: '/log', method: 'visitor', rate: 'public', cacheControl: null },
  { ...api, prefix: '/mcp', method: 'agent', rate: 'credential' },
  // Identity providers send people here from their own site, and may do so by submitting a form. What they
  // send proves its own authenticity.
  { ...api, prefix: '/sso', rate: 'visitor', frames: 'none', isolated: false, referrer: 'no-referrer' },
  // Certificates refer to these paths, and verifiers and their caches read them without an account.
  { ...api, prefix: '/pki', rate: 'public', cacheControl: null },
  { ...api, prefix: '/scim/v2', method: 'directory_token', rate: 'credential' },
  { ...api, prefix: '/.well-known' },
  { ...api, prefix: '/.well-known/oauth-protected-resource', cacheControl: null },
  { ...api, prefix: '/.well-known/security.txt', cacheControl: null },

  { ...oauth, prefix: '/.well-known/oauth-authorization-server', rate: null },
  { ...oauth, prefix: '/oauth/authorize' },
  { ...oauth, prefix: '/oauth/token' },
  { ...oauth, prefix: '/oauth/register', rate: 'registration' },
  { ...oauth, prefix: '/oauth/revoke' },
  { ...oauth, prefix: '/oauth/jwks' },

  { ...page, prefix: '/' },
  { ...entryPage, prefix: '/login', cacheControl: 'no-store' },
  { ...entryPage, prefix: '/login/single-sign-on', formsMayLeave: true },
  { ...page, prefix: '/logout' },
  { ...entryPage, prefix: '/unlock', cacheControl: 'no-store' },
  { ...entryPage, prefix: '/signup' },
  { ...linkPage, prefix: '/open' },
  { ...linkPage, prefix: '/signup/confirm' },
  { ...page, prefix: '/forgot' },
  { ...linkPage, prefix: '/reset' },
  { ...linkPage, prefix: '/confirm' },
  { ...linkPage, prefix: '/digest' },
  { ...page, prefix: '/verify' },
  { ...linkPage, prefix: '/invitation' },
  { ...page, prefix: '/forms', cacheControl: 'no-store', robots: 'noindex, nofollow' },
  { ...signerPage, prefix: '/sign' },
  { ...signerPage, prefix: '/sign/landing', method: 'signer_token', rate: 'credential', cookies: false },
  { ...signerPage, prefix: '/sign/session', frames: 'session', isolated: false },
  { ...signerPage, prefix: '/edit/session', frames: 'session', isolated: false },
  {
    ...page,
    prefix: '/copy',
    cacheControl: 'no-store',
    referrer: 'no-referrer',
    robots: 'noindex, nofollow',
  },
  {
    ...ownPage,
    prefix: '/oauth/consent',
    robots: 'noindex, nofollow',
    formsMayLeave: true,
    isolated: false,
  },
  { ...ownPage, prefix: '/envelopes' },
  { ...ownFile, prefix: '/envelopes/download' },
  { ...ownFile, prefix: '/envelopes/*/document', body: 'document' },
  { ...ownFile, prefix: '/envelopes/*/evidence' },
  { ...ownFile, prefix: '/envelopes/*/attachment' },
  { ...ownPage, prefix: '/envelopes/*/preview', frames: 'own' },
  { ...ownPage, prefix: '/templates' },
  { ...ownFile, prefix: '/templates/*/document' },
  { ...ownFile, prefix: '/templates/*/sample' },
  { ...ownPage, prefix: '/settings' },
  { ...ownFile, prefix: '/settings/export/*/part' },
  { ...ownFile, prefix: '/settings/audit/export' },
  { ...ownPage, prefix: '/settings/single-sign-on', formsMayLeave: true },
  { ...ownPage, prefix: '/outbox' },
  { ...ownPage, prefix: '/reports' },
  { ...ownPage, prefix: '/administration' },
] as const satisfies readonly Surface[];

type Row = { readonly surface: Surface; readonly segments: number; readonly pattern: RegExp };

const ROWS: readonly Row[] = SURFACES.map((surface: Surface) => {
  const segments = surface.prefix.split('/').filter((segment) => segment !== '');
  const path = segments.map((segment) => (segment === '*' ? '/[^/]+' : `/${segment.replaceAll('.', '\\.')}`));
  const pattern = new RegExp(segments.length === 0 ? '^' : `^${path.join('')}(?:/|$)`);
  return { surface, segments: segments.length, pattern };
}).toSorted((a, b) => b.segments - a.segments);

/** The rows that can match paths with a first segment. The row of `/` is the last of each. */
const ROWS_BY_FIRST = Map.groupBy(ROWS, ({ surface }) => surface.prefix.split('/', 2)[1] ?? '');
for (const [first, rows] of ROWS_BY_FIRST) if (first !== '') rows.push(...(ROWS_BY_FIRST.get('') ?? []));

const MAX_CHARS = 300;

/** Returns the rows that match a path. The row with the most segments comes first. */
export function findRows(path: string): readonly Row[] {
  // Each request asks several times, so only the rows with the path's first segment are tried.
  const [, first = ''] = path.split('/', 2);
  const rows = ROWS_BY_FIRST.get(first) ?? ROWS_BY_FIRST.get('') ?? [];
  return rows.filter(({ pattern }) => pattern.test(path));
}

/** Returns the surface of a path. The row of `/` matches every path. */
export function getSurface(path: string): Surface {
  const [row] = findRows(path);
  if (row === undefined) throw new Error('the table has no row for /');
  return row.surface;
}

/**
 * Returns a path in the form that is logged: without the credential in it, and in printable characters only.
 */
export function toLoggablePath(path: string): string {
  const { method, kind, prefix } = getSurface(path);
  // Paths of the authorization server contain interaction ids, which belong to a browser.
  if (method === 'document_token' || method === 'upload_token' || kind === 'oauth') return prefix;
  return path.slice(0, MAX_CHARS).replaceAll(/[^\x21-\x7e]/g, '?');
}
