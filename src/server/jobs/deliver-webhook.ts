import type { EffectPayloads } from '#domain/effects.ts';
import { LIMITS } from '#domain/limits.ts';
import { mayStill } from '#domain/organization/may-still.ts';
import { toPrintableLines } from '#domain/text.ts';
import {
  abandon,
  concludeAttempt,
  disableWebhook,
  isSuccess,
  type AttemptOutcome,
} from '#domain/webhook/attempt.ts';
import type { Webhook, WebhookDelivery } from '#domain/webhook/webhook.ts';
import { openWebhookSecret, buildWebhookHeaders } from '#server/crypto/webhook-secret.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readKeyBounds } from '#server/db/organizations/api-keys.ts';
import { lockDelivery, readDelivery, updateDelivery } from '#server/db/webhooks/webhook-deliveries.ts';
import {
  protectWebhook,
  lockWebhook,
  readWebhook,
  readWebhookMaker,
  updateWebhook,
  type StoredWebhook,
} from '#server/db/webhooks/webhooks.ts';
import { OutboundError } from '#server/outbound/errors.ts';
import type { Services } from '#server/runtime/services.ts';

type Payload = EffectPayloads['svc/webhook.deliver'];

/**
 * Attempts a webhook delivery, and schedules the next attempt if it fails. A recorded attempt isn't repeated.
 * If the process crashed before recording one, it is repeated with the same `webhook-id`.
 */
export async function deliverWebhook(services: Services, payload: Payload): Promise<void> {
  const { organizationId, deliveryId } = payload;
  const due = await transaction(services.db, { organizationId }, async (tx) => {
    const delivery = await readDelivery(tx, organizationId, deliveryId);
    if (!isDue(delivery, payload)) return null;
    const stored = await readWebhook(tx, organizationId, delivery.webhookId);
    if (stored === null) return null;
    const { createdWith } = stored.webhook;
    const bounds = createdWith === null ? null : await readKeyBounds(tx, organizationId, createdWith);
    const networks = bounds?.allowedNetworks ?? null;
    return { delivery, stored, networks, isHeld: !(await mayReceive(services, tx, stored)) };
  });
  if (due === null) return;
  const { delivery, stored, networks, isHeld } = due;
  if (isHeld) await hold(services, stored.webhook);
  const outcome =
    stored.webhook.enabled && !isHeld ? await attemptDelivery(services, delivery, stored, networks) : null;
  await transaction(services.db, { organizationId }, async (tx) => {
    const held = await protectWebhook(tx, organizationId, delivery.webhookId);
    const current = await lockDelivery(tx, organizationId, deliveryId);
    if (held === null || !isDue(current, payload)) return;
    if (outcome === null) await updateDelivery(tx, abandon(current));
    else await record(services, tx, current, held.webhook, outcome);
  });
  if (outcome !== null) {
    const result = isSuccess(outcome) ? 'delivered' : 'failed';
    services.metrics.count('countersign_webhook_attempts_total', { result });
  }
}

/** Checks whether the person and the key that created a webhook still have the right to it. */
async function mayReceive(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { webhook }: StoredWebhook,
): Promise<boolean> {
  const maker = await readWebhookMaker(tx, webhook, clock());
  return mayStill({ ...maker, isSuspended: false }, { kind: 'webhook' });
}

/**
 * Disables a webhook whose creator lost access, and tells the owners. What it misses can be sent again once
 * somebody else has enabled it.
 */
async function hold(services: Services, { organizationId, id }: Webhook): Promise<void> {
  await transaction(services.db, { organizationId }, async (tx) => {
    const locked = await lockWebhook(tx, organizationId, id);
    // Someone may have enabled it in their own name meanwhile.
    if (locked === null || !locked.webhook.enabled || (await mayReceive(services, tx, locked))) return;
    const held = disableWebhook(locked.webhook, 'creator_lost_access', services.clock().toISOString());
    await updateWebhook(tx, { ...locked, webhook: held.webhook });
    await services.queue.enqueue(tx, held.effects);
  });
}

function isDue(delivery: WebhookDelivery | null, { attempt }: Payload): delivery is WebhookDelivery {
  return delivery !== null && delivery.status === 'pending' && delivery.attempts === attempt - 1;
}

async function attemptDelivery(
  services: Services,
  { id, body }: WebhookDelivery,
  { webhook, secrets }: StoredWebhook,
  networks: readonly string[] | null,
): Promise<AttemptOutcome> {
  const at = services.clock();
  const { previousSecretExpiresAt: until } = webhook;
  const overlapping = until !== null && Date.parse(until) > at.getTime();
  const boxes = [secrets.current, ...(overlapping && secrets.previous !== null ? [secrets.previous] : [])];
  const opened = boxes.map((box) => openWebhookSecret(services.config.secretKeys, box));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Countersign-Webhooks/1',
    ...buildWebhookHeaders({ id, at, body }, opened),
  };
  const began = performance.now();
  const measureDuration = () => Math.round(performance.now() - began);
  try {
    const answer = await services.outbound({
      method: 'POST',
      url: webhook.url,
      headers,
      body,
      networks,
      timeoutMs: LIMITS.webhookTimeoutMs,
      maxBytes: LIMITS.webhookAnswerMaxBytes,
    });
    const excerpt = toPrintableLines(answer.body.toString());
    return { statusCode: answer.status, excerpt: excerpt === '' ? null : excerpt, tookMs: measureDuration() };
  } catch (error) {
    if (error instanceof OutboundError) return { error: error.reason, tookMs: measureDuration() };
    throw error;
  }
}

/**
 * Records the attempt. The webhook is locked only if the attempt changes it, so that successful deliveries
 * don't wait for each other.
 */
async function record(
  services: Services,
  tx: Transaction,
  delivery: WebhookDelivery,
  webhook: Webhook,
  outcome: AttemptOutcome,
): Promise<void> {
  const facts = { now: services.clock().toISOString(), chance: Math.random() };
  let concluded = concludeAttempt(delivery, webhook, outcome, facts);
  if (concluded.webhook !== webhook) {
    const locked = await lockWebhook(tx, webhook.organizationId, webhook.id);
    if (locked === null) return;
    concluded = concludeAttempt(delivery, locked.webhook, outcome, facts);
    if (concluded.webhook !== locked.webhook)
      await updateWebhook(tx, { ...locked, webhook: concluded.webhook });
  }
  const { next, effects } = concluded;
  await updateDelivery(tx, concluded.delivery);
  await services.queue.enqueue(tx, effects);
  if (next !== null) await services.queue.enqueue(tx, [next.effect], next.delaySeconds);
}
