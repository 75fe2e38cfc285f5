import { createRefusal } from '#domain/errors.ts';
import { LOOPBACK } from '#domain/organization/redirect.ts';

/**
 * Refuses a request whose Host or Origin isn't ours with `forbidden`, so that a page whose name resolves to
 * this machine (DNS rebinding) can't reach anything. If one of our origins (`own`) is on this machine, all
 * names of this machine are accepted.
 */
export function refuseForeignSource(headers: Headers, own: readonly string[]): void {
  const host = headers.get('host');
  const origin = headers.get('origin');
  const allowed = own.map((one) => new URL(one));
  if (host !== null && !allowed.some((url) => isOwnHost(host, url))) throw createForeignRefusal('Host');
  if (origin !== null && !allowed.some((url) => isOwnOrigin(origin, url)))
    throw createForeignRefusal('Origin');
}

function isOwnHost(host: string, url: URL): boolean {
  if (host.toLowerCase() === url.host) return true;
  return LOOPBACK.has(url.hostname) && LOOPBACK.has(getHostname(`http://${host}`));
}

function isOwnOrigin(origin: string, url: URL): boolean {
  if (origin === url.origin) return true;
  return LOOPBACK.has(url.hostname) && LOOPBACK.has(getHostname(origin));
}

function getHostname(text: string): string {
  return URL.canParse(text) ? new URL(text).hostname : '';
}

function createForeignRefusal(name: string) {
  return createRefusal('forbidden', undefined, `The ${name} header doesn't name this service.`);
}
