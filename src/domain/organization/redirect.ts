/**
 * The scheme of a native app: the reversed name of a domain that its maker controls (RFC 8252 section 7.1).
 */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/;
/**
 * Apps that agents run in and that have no reverse-domain scheme. Any other short scheme may belong to the
 * system or another app.
 */
const KNOWN_APPS: ReadonlySet<string> = new Set([
  'claude:',
  'cursor:',
  'raycast:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'warp:',
  'windsurf:',
  'zed:',
]);
/** The host names of the person's own computer. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export const REDIRECT_KINDS = ['site', 'loopback', 'app'] as const;

/**
 * Where an agent's answer goes: to a site, to a program on the person's own computer, or to an app by its
 * scheme.
 */
export type RedirectTarget = { readonly kind: (typeof REDIRECT_KINDS)[number]; readonly host: string };

/**
 * Classifies a redirect URI (RFC 8252 section 7). Accepts https anywhere, http only to the same computer, and
 * the schemes of native apps: reverse-domain ones and those of known apps. Null if the URI isn't accepted.
 */
export function redirectTarget(uri: string): RedirectTarget | null {
  const url = URL.parse(uri);
  if (url === null || url.hash !== '' || uri.includes('#')) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return { kind: 'site', host: url.host };
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname) ? { kind: 'loopback', host: url.hostname } : null;
  const isApp = REVERSE_DOMAIN.test(url.protocol) || KNOWN_APPS.has(url.protocol);
  return isApp ? { kind: 'app', host: url.protocol.slice(0, -1) } : null;
}
