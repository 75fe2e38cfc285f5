import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network, described by its first address and its prefix length. */
export type Network = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' };

/** What the operator allows for outgoing requests. */
export type OutboundPolicy = {
  /** Private networks that are allowed, including over HTTP. */
  readonly networks: readonly Network[];
};

/** How an address may be reached: `public` only over TLS, `allowed` also without TLS. */
export type Reach = 'public' | 'allowed' | 'forbidden';

/**
 * The addresses of cloud metadata services, which give credentials to any caller. They are forbidden even in
 * an allowed network.
 */
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
]);
/** The only IPv6 range of public addresses (RFC 4291 section 2.4, IANA registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns a function that classifies addresses. IPv4 addresses mapped to IPv6 count as IPv4. */
export function addressReach(policy: OutboundPolicy): (address: string) => Reach {
  const allowed = new BlockList();
  for (const { address, prefix, family } of policy.networks) allowed.addSubnet(address, prefix, family);

  return (text) => {
    if (isIP(text) === 0) return 'forbidden';
    const address = ipaddr.process(text);
    const plain = address.toString();
    if (METADATA.has(plain)) return 'forbidden';
    if (allowed.check(plain, address.kind())) return 'allowed';
    return address.range() === 'unicast' && isGivenOut(address) ? 'public' : 'forbidden';
  };
}

function isGivenOut(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Checks whether an address is one of these addresses or in one of these CIDR ranges (RFC 4632). */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const allowed = new BlockList();
  for (const network of networks) {
    const [start = '', prefix] = network.split('/');
    const family = getFamily(start);
    allowed.addSubnet(start, prefix === undefined ? BITS[family] : Number(prefix), family);
  }
  return allowed.check(address, getFamily(address));
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
