import { BlockList, isIP } from 'node:net';

/**
 * Returns the client's address: the socket's, or the one that trusted proxies state in X-Forwarded-For, read
 * from the right.
 */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | null) => string | null;

type Proxy = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' };

/** Returns a check for whether a socket's address belongs to one of the given proxies. */
export function createProxyCheck(proxies: readonly Proxy[]): (socketAddress: string) => boolean {
  const trusted = new BlockList();
  for (const { address, prefix, family } of proxies) trusted.addSubnet(address, prefix, family);
  return (socketAddress) => {
    const address = toPlainAddress(socketAddress);
    return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * Creates a reader for addresses behind the given proxies. Without proxies the header is ignored, since
 * anyone can send it.
 */
export function createClientAddressReader(proxies: readonly Proxy[]): ClientAddress {
  const isTrusted = createProxyCheck(proxies);

  return (socketAddress, forwardedFor) => {
    let address = toPlainAddress(socketAddress ?? '');
    const hops = (forwardedFor ?? '').split(',').map((hop) => toPlainAddress(hop.trim()));
    while (isIP(address) !== 0 && isTrusted(address)) {
      const next = hops.pop();
      if (next === undefined || isIP(next) === 0) break;
      address = next;
    }
    return address === '' ? null : address;
  };
}

/** Returns an IPv4 address in IPv4 notation if it is mapped into IPv6. */
export function toPlainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
