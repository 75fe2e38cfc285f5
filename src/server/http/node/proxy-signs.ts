import { BlockList, isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '#server/runtime/config.ts';
import type { ProxyWatch } from '#server/runtime/services.ts';
import { createProxyCheck, toPlainAddress } from './client-address.ts';

const ORIGIN_MAX_CHARS = 300;

/** Networks that only machines nearby are in. Anybody can send `X-Forwarded-For` from elsewhere. */
const NEARBY = new BlockList();
for (const [address, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEARBY.addSubnet(address, prefix);
NEARBY.addAddress('::1', 'ipv6');
NEARBY.addSubnet('fc00::', 7, 'ipv6');

/**
 * Watches requests for signs that TRUSTED_PROXIES or ORIGIN is wrong. Both look like other faults: everybody shares
 * one address, or every form is refused. Logs each sign once.
 */
export function openProxyWatch({ http }: Pick<Config, 'http'>, log: Pick<Logger, 'warn'>): ProxyWatch {
  const isTrusted = createProxyCheck(http.trustedProxies);
  // The service doesn't speak TLS itself, so with an https origin, all requests come through some proxy.
  const isProxied = http.origin.startsWith('https:');
  const known = new Set([http.origin, http.webOrigin, http.mcpUrl]);
  let untrustedProxy: string | null = null;
  let otherOrigin: string | null = null;
  return {
    note: ({ headers, socket }) => {
      const address = toPlainAddress(socket.remoteAddress ?? '');
      if (
        untrustedProxy === null &&
        headers['x-forwarded-for'] !== undefined &&
        isIP(address) !== 0 &&
        !isTrusted(address) &&
        (isProxied || NEARBY.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
      ) {
        untrustedProxy = address;
        log.warn(
          { address },
          'requests come through a proxy that TRUSTED_PROXIES does not name: everybody shares its address',
        );
      }
      const { origin } = headers;
      // A browser says this only if the page that sent the request came from the same origin.
      if (otherOrigin !== null || headers['sec-fetch-site'] !== 'same-origin' || origin === undefined) return;
      if (known.has(origin) || origin.length > ORIGIN_MAX_CHARS || URL.parse(origin)?.origin !== origin)
        return;
      otherOrigin = origin;
      log.warn(
        { seen: origin, origin: http.origin },
        'browsers reach this server at another address than ORIGIN',
      );
    },
    read: () => ({ untrustedProxy, otherOrigin }),
  };
}
