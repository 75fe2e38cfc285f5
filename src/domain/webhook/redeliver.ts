import type { WebhookDelivery } from './webhook.ts';

/** An attempt due within this time may be running; another request would double it. */
const UNDER_WAY_MS = 60_000;

/** Returns the delivery with another attempt due now, unchanged if one is already due. */
export function scheduleRedelivery(delivery: WebhookDelivery, now: string): WebhookDelivery {
  const { status, nextAttemptAt } = delivery;
  const dueForMs = nextAttemptAt === null ? -1 : Date.parse(now) - Date.parse(nextAttemptAt);
  if (status === 'pending' && dueForMs >= 0 && dueForMs <= UNDER_WAY_MS) return delivery;
  return { ...delivery, status: 'pending', nextAttemptAt: now };
}
