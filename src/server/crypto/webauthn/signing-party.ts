import { isIP } from 'node:net';
import type { RelyingParty } from './signer-passkey.ts';

/** The addresses of this service that passkeys depend on. */
export type Site = {
  readonly origin: string;
  /** The origin of the signing pages. */
  readonly webOrigin: string;
  /** The domain that was chosen for passkeys; null for the host of the signing pages. */
  readonly passkeyRpId: string | null;
};

/**
 * Returns the site that signers' passkeys are for. Browsers have none for IP addresses, nor without encryption
 * on hosts other than their own; null then.
 */
export function getSigningParty({ webOrigin, origin, passkeyRpId }: Site): RelyingParty | null {
  const { hostname, protocol } = new URL(webOrigin);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return null;
  return { id: passkeyRpId ?? hostname, origins: [...new Set([webOrigin, origin])] };
}
