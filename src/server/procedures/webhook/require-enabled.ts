import { createRefusal } from '#domain/errors.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { protectWebhook } from '#server/db/webhooks/webhooks.ts';

/** Locks an enabled webhook for the transaction. Refuses with `not_found` and `invalid_state`. */
export async function requireEnabledWebhook(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Webhook> {
  const stored = await protectWebhook(tx, organizationId, id);
  if (stored === null) throw createRefusal('not_found');
  if (!stored.webhook.enabled)
    throw createRefusal('invalid_state', { status: 'disabled' }, REFUSAL_MESSAGES.webhook_disabled);
  return stored.webhook;
}
