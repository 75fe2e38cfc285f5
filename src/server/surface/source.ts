import { refusal } from '#domain/errors.ts';
import { LOOPBACK } from '#domain/organization/redirect.ts';

/**
 * Refuses a request whose Host or Origin isn't ours with `forbidden`, so that a page whose name resolves to this machine
 * (DNS rebinding) reaches nothing. If one of `own`, our origins, is this machine, all of its names are accepted.
 */
export function refuseForeignSource(headers: Headers, own: readonly string[]): void {
  const host = headers.get('host');
  const origin = headers.get('origin');
  const allowed = own.map((one) => new URL(one));
  if (host !== null && !allowed.some((url) => isHostOf(host, url))) throw foreign('Host');
  if (origin !== null && !allowed.some((url) => isOriginOf(origin, url))) throw foreign('Origin');
}

function isHostOf(host: string, url: URL): boolean {
  if (host.toLowerCase() === url.host) return true;
  return LOOPBACK.has(url.hostname) && LOOPBACK.has(hostnameOf(`http://${host}`));
}

function isOriginOf(origin: string, url: URL): boolean {
  if (origin === url.origin) return true;
  return LOOPBACK.has(url.hostname) && LOOPBACK.has(hostnameOf(origin));
}

function hostnameOf(text: string): string {
  return URL.canParse(text) ? new URL(text).hostname : '';
}

function foreign(name: string) {
  return refusal('forbidden', undefined, `The ${name} header doesn't name this service.`);
}
