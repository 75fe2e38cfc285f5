import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { Reach } from './address.ts';
import { OutboundError } from './errors.ts';

/** Resolves all addresses of a host name. Rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** A URL and its checked addresses. Connections go only to these addresses. */
export type Destination = { readonly url: URL; readonly addresses: readonly LookupAddress[] };

/**
 * Parses a user-supplied URL. Throws OutboundError `forbidden_url` for invalid URLs, for credentials, and for
 * schemes other than https and http (http requires an allowed address).
 */
export function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) throw new OutboundError('forbidden_url');
  if (url.username !== '' || url.password !== '') throw new OutboundError('forbidden_url');
  return url;
}

/**
 * Resolves the host once and keeps the permitted addresses. Throws OutboundError `unresolvable` if the host
 * has no address, `forbidden_address` if no permitted address is left, and `forbidden_url` for plain HTTP to
 * a public address.
 */
export async function findDestination(
  url: URL,
  resolve: Resolve,
  reach: (address: string) => Reach,
): Promise<Destination> {
  const found = await resolveAddresses(getHost(url), resolve);
  const reachable = found.filter(({ address }) => reach(address) !== 'forbidden');
  if (reachable.length === 0) throw new OutboundError('forbidden_address');
  if (url.protocol === 'https:') return { url, addresses: reachable };
  const addresses = reachable.filter(({ address }) => reach(address) === 'allowed');
  if (addresses.length === 0) throw new OutboundError('forbidden_url');
  return { url, addresses };
}

/** Returns the host without the brackets of an IPv6 address, as sockets and resolvers expect it. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

async function resolveAddresses(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await resolve(host);
  } catch (error) {
    throw new OutboundError('unresolvable', { cause: error });
  }
}
