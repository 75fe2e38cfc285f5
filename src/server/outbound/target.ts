import { isIP } from 'node:net';
import { addressReach, type OutboundPolicy } from './address.ts';
import { hostOf, parseTarget } from './destination.ts';
import { OutboundError } from './errors.ts';

/**
 * Why a URL can never be reached, as far as it can be told without asking the network; null where nothing speaks against
 * it. This is for the person who types it in: what keeps requests out of our network is the request's own check.
 */
export function targetProblem(policy: OutboundPolicy, text: string): OutboundError | null {
  try {
    const url = parseTarget(text);
    const host = hostOf(url);
    const address = /^localhost\.?$/.test(host) ? '127.0.0.1' : host;
    if (isIP(address) === 0) return url.protocol === 'http:' ? namedOverHttp(policy) : null;
    const reach = addressReach(policy)(address);
    if (reach === 'forbidden') return new OutboundError('forbidden_address');
    return url.protocol === 'http:' && reach !== 'allowed' ? new OutboundError('forbidden_url') : null;
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
}

/** A name may lead to a network of the operator's own, where there is one. */
function namedOverHttp({ networks }: OutboundPolicy): OutboundError | null {
  return networks.length === 0 ? new OutboundError('forbidden_url') : null;
}
