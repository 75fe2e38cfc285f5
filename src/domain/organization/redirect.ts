/** Schemes that don't just pass a response to the app that requested it. */
const DANGEROUS = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'sms:',
  'tel:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);
/** The names of the same computer. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export const REDIRECT_KINDS = ['site', 'loopback', 'app'] as const;

/** Where an agent's answer goes: to a site, to a program on the person's own computer, or to an app by its scheme. */
export type RedirectTarget = { readonly kind: (typeof REDIRECT_KINDS)[number]; readonly host: string };

/**
 * Classifies a redirect URI (RFC 8252 section 7): https anywhere, http only to the same computer, or a native app's
 * scheme. Null if it isn't accepted.
 */
export function redirectTarget(uri: string): RedirectTarget | null {
  const url = URL.parse(uri);
  if (url === null || url.hash !== '' || uri.includes('#')) return null;
  if (url.username !== '' || url.password !== '') return null;
  if (url.protocol === 'https:') return { kind: 'site', host: url.host };
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname) ? { kind: 'loopback', host: url.hostname } : null;
  return DANGEROUS.has(url.protocol) ? null : { kind: 'app', host: url.protocol.slice(0, -1) };
}
