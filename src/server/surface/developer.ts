import { BlockList, isIP } from 'node:net';
import { createRefusal } from '#domain/errors.ts';
import { hashApiKey, parseApiKey } from '#server/crypto/api-key.ts';
import { findApiKey, touchApiKey } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Principal } from './principal.ts';
import { createSuspendedRefusal } from './standing/suspended.ts';
import { createSecondFactorRefusal } from './standing/second-factor-required.ts';

/** The shortest time between two updates of a key's last use. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Verifies an API key in `Authorization: Bearer` or `x-api-key`: that it is active, hasn't expired, and may
 * be used from the client's address. Refuses with `unauthorized`, or with `forbidden` while the key's creator
 * lacks a required second factor.
 */
export async function verifyApiKey(
  services: Services,
  headers: Headers,
  ipAddress: string | null,
): Promise<Principal> {
  const key = parseApiKey(readCredential(headers) ?? '');
  if (key === null) throw createRefusal('unauthorized', undefined, 'Missing or invalid API key.');
  const hash = hashApiKey(key);
  const owner = await findApiKey(services.db, hash);
  if (owner === null) throw createRefusal('unauthorized', undefined, 'Missing or invalid API key.');
  const { lastUsedAt, expiresAt, allowedNetworks, lacksSecondFactor, isSuspended, ...principal } = owner;
  const now = services.clock();
  if (expiresAt !== null && expiresAt <= now)
    throw createRefusal('unauthorized', undefined, 'This API key has expired.');
  if (allowedNetworks !== null && !isWithin(ipAddress, allowedNetworks))
    throw createRefusal('unauthorized', undefined, "This API key can't be used from this address.");
  if (isSuspended) throw createSuspendedRefusal();
  if (lacksSecondFactor) throw createSecondFactorRefusal();
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS) {
    const { organizationId, keyId } = owner;
    await transaction(services.db, { organizationId }, (tx) => touchApiKey(tx, organizationId, keyId, now));
  }
  return { kind: 'api_key', ...principal };
}

function readCredential(headers: Headers): string | null {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key');
}

/** Checks whether an address is one of these addresses or in one of these CIDR ranges (RFC 4632). */
function isWithin(address: string | null, networks: readonly string[]): boolean {
  if (address === null) return false;
  const allowed = new BlockList();
  for (const network of networks) {
    const [start = '', prefix] = network.split('/');
    const family = getAddressFamily(start);
    allowed.addSubnet(start, prefix === undefined ? BITS[family] : Number(prefix), family);
  }
  return allowed.check(address, getAddressFamily(address));
}

const BITS = { ipv4: 32, ipv6: 128 };

function getAddressFamily(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
