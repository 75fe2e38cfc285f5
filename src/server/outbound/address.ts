import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network by its first address and the width of its prefix in bits. */
export type Network = { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' };

/** What the operator lets outgoing requests reach beside the public internet. */
export type OutboundPolicy = {
  /** Networks that may be reached although they are not public, over plain HTTP too. */
  readonly networks: readonly Network[];
  /** The same for this machine itself: where the service is only used from it, in development. */
  readonly loopback: boolean;
};

/** How an address may be reached: `public` over TLS only, `allowed` also without, `forbidden` not at all. */
export type Reach = 'public' | 'allowed' | 'forbidden';

/** Where clouds answer any caller inside with credentials. Forbidden even within a network that is allowed. */
const METADATA = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
]);
/** RFC 4291 section 2.4 and the IANA registry: the only part of IPv6 from which public addresses are given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Sorts addresses by a policy. An address of IPv4 that is mapped into IPv6 counts as what it is. */
export function addressReach(policy: OutboundPolicy): (address: string) => Reach {
  const allowed = new BlockList();
  for (const { address, prefix, family } of policy.networks) allowed.addSubnet(address, prefix, family);

  return (text) => {
    if (isIP(text) === 0) return 'forbidden';
    const address = ipaddr.process(text);
    const plain = address.toString();
    if (METADATA.has(plain)) return 'forbidden';
    const range = address.range();
    if (policy.loopback && range === 'loopback') return 'allowed';
    if (allowed.check(plain, address.kind())) return 'allowed';
    return range === 'unicast' && isGivenOut(address) ? 'public' : 'forbidden';
  };
}

function isGivenOut(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
