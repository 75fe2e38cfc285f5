import { getSurface } from '#server/surface/table.ts';

const MAX_CHARS = 300;

/**
 * Returns a path in the form that is logged: without the credential in it, and in printable characters only.
 */
export function toLoggablePath(path: string): string {
  const { method, kind, prefix } = getSurface(path);
  // Paths of the authorization server contain interaction ids, which belong to a browser.
  if (method === 'document_token' || method === 'upload_token' || kind === 'oauth') return prefix;
  return path.slice(0, MAX_CHARS).replaceAll(/[^\x21-\x7e]/g, '?');
}
