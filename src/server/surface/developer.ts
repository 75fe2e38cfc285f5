import { refusal } from '#domain/errors.ts';
import { hashApiKey, parseApiKey } from '#server/crypto/api-key.ts';
import { findApiKey, touchApiKey } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/app/services.ts';
import type { Principal } from './principal.ts';

/** The shortest time between two updates of a key's last use. */
const TOUCH_INTERVAL_MS = 60_000;

/** Verifies an API key in `Authorization: Bearer` or `x-api-key`. Refuses with `unauthorized`. */
export async function verifyApiKey(services: Services, headers: Headers): Promise<Principal> {
  const key = parseApiKey(credentialIn(headers) ?? '');
  if (key === null) throw refusal('unauthorized', undefined, 'Missing or invalid API key.');
  const hash = hashApiKey(key);
  const owner = await findApiKey(services.db, hash);
  if (owner === null) throw refusal('unauthorized', undefined, 'Missing or invalid API key.');
  const { lastUsedAt, ...principal } = owner;
  const now = services.clock();
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS) {
    const { organizationId, keyId } = owner;
    await transaction(services.db, { organizationId }, (tx) => touchApiKey(tx, organizationId, keyId, now));
  }
  return { kind: 'api_key', ...principal };
}

function credentialIn(headers: Headers): string | null {
  const bearer = /^Bearer ([^\s]+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key');
}
