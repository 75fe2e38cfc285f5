import { createRefusal } from '#domain/errors.ts';
import { isWithinBounds, KEY_SCOPES, type KeyLimits } from '#domain/organization/key-scope.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { lockActiveKey, readKeyBounds } from '#server/db/organizations/api-keys.ts';
import type { Member } from '#server/trpc/audience.ts';

type Acting = Pick<Member, 'organizationId' | 'apiKeyId'>;

const UNLIMITED: KeyLimits = { scopes: KEY_SCOPES, allowedNetworks: null, expiresAt: null };

/**
 * Returns the limits of the key that acts, which what it leaves behind may not exceed, and keeps the key from
 * being revoked meanwhile. People have no such limits.
 */
export async function lockOwnLimits(
  tx: Transaction,
  { organizationId, apiKeyId }: Acting,
): Promise<KeyLimits> {
  if (apiKeyId === null) return UNLIMITED;
  const limits = await lockActiveKey(tx, organizationId, apiKeyId);
  if (limits === null) throw createRefusal('unauthorized');
  return limits;
}

/**
 * Refuses a key to change a webhook that sends to other networks than the key's own, or for longer: it would
 * get by the webhook what it doesn't get itself.
 */
export async function requireOwnWebhook(
  tx: Transaction,
  acting: Acting,
  { createdWith }: Pick<Webhook, 'createdWith'>,
): Promise<void> {
  if (acting.apiKeyId === null || acting.apiKeyId === createdWith) return;
  const own = await readKeyBounds(tx, acting.organizationId, acting.apiKeyId);
  if (own === null) throw createRefusal('unauthorized');
  const bounds = createdWith === null ? null : await readKeyBounds(tx, acting.organizationId, createdWith);
  if (!isWithinBounds(bounds ?? UNLIMITED, own)) throw createRefusal('forbidden', undefined, BEYOND_KEY);
}

const BEYOND_KEY =
  'This API key ends earlier than the webhook or is limited to networks, so it could do more by changing it. Use a key without these limits.';
