import type { WebhookDelivery } from './webhook.ts';

/**
 * An attempt that became due within this time may still be running. Requesting another would send the message
 * twice.
 */
const UNDER_WAY_MS = 60_000;

/** Returns the delivery with another attempt due now, or unchanged if an attempt is already due. */
export function scheduleRedelivery(delivery: WebhookDelivery, now: string): WebhookDelivery {
  const { status, nextAttemptAt } = delivery;
  const dueForMs = nextAttemptAt === null ? -1 : Date.parse(now) - Date.parse(nextAttemptAt);
  if (status === 'pending' && dueForMs >= 0 && dueForMs <= UNDER_WAY_MS) return delivery;
  return { ...delivery, status: 'pending', nextAttemptAt: now };
}
