import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { Reach } from './address.ts';
import { OutboundError } from './errors.ts';

/** All addresses of a host name. Fails where there are none. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** Where a request goes: the addresses that were checked, and that alone are connected to. */
export type Destination = { readonly url: URL; readonly addresses: readonly LookupAddress[] };

/**
 * Reads a URL that somebody else chose. Throws OutboundError `forbidden_url` for other schemes than https (and http, which
 * only goes to allowed addresses), for credentials in it, and for what is no URL.
 */
export function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) throw new OutboundError('forbidden_url');
  if (url.username !== '' || url.password !== '') throw new OutboundError('forbidden_url');
  return url;
}

/**
 * Resolves the host once and keeps the addresses that may be reached. Throws OutboundError `unresolvable`,
 * `forbidden_address` where none is left, and `forbidden_url` for plain HTTP to a public address.
 */
export async function findDestination(
  url: URL,
  resolve: Resolve,
  reach: (address: string) => Reach,
): Promise<Destination> {
  const found = await addressesOf(hostOf(url), resolve);
  const reachable = found.filter(({ address }) => reach(address) !== 'forbidden');
  if (reachable.length === 0) throw new OutboundError('forbidden_address');
  if (url.protocol === 'https:') return { url, addresses: reachable };
  const addresses = reachable.filter(({ address }) => reach(address) === 'allowed');
  if (addresses.length === 0) throw new OutboundError('forbidden_url');
  return { url, addresses };
}

/** The host as sockets and resolvers take it: an address of IPv6 without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await resolve(host);
  } catch (error) {
    throw new OutboundError('unresolvable', { cause: error });
  }
}
