import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressReach, type Network, type OutboundPolicy } from './address.ts';
import { getHost, parseTarget } from './destination.ts';
import { OutboundError } from './errors.ts';

/**
 * Returns why a URL can never be reached, as far as this is known without using the network; null if it might
 * be reachable. This is feedback for the person who enters the URL. Each request checks again.
 */
export function findTargetProblem(policy: OutboundPolicy, text: string): OutboundError | null {
  try {
    const url = parseTarget(text);
    const host = getHost(url);
    const address = /^localhost\.?$/.test(host) ? '127.0.0.1' : host;
    if (isIP(address) === 0) return url.protocol === 'http:' ? checkNamedHttp(policy) : null;
    const reach = addressReach(policy)(address);
    if (reach === 'forbidden') return new OutboundError('forbidden_address');
    return url.protocol === 'http:' && reach !== 'allowed' ? new OutboundError('forbidden_url') : null;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
}

/**
 * Checks plain HTTP to a host name. The name can resolve to one of the operator's networks, if any are
 * allowed besides this machine.
 */
function checkNamedHttp({ networks }: OutboundPolicy): OutboundError | null {
  return networks.every(isThisMachine) ? new OutboundError('forbidden_url') : null;
}

function isThisMachine({ address }: Network): boolean {
  return ipaddr.process(address).range() === 'loopback';
}
