import type { WebhookDelivery } from './webhook.ts';

/** An attempt that has been due for no longer is under way: asking once more would make two of it. */
const UNDER_WAY_MS = 60_000;

/** A delivery of which another attempt is due now; the same one where that is so already. */
export function redelivered(delivery: WebhookDelivery, now: string): WebhookDelivery {
  const { status, nextAttemptAt } = delivery;
  const dueForMs = nextAttemptAt === null ? -1 : Date.parse(now) - Date.parse(nextAttemptAt);
  if (status === 'pending' && dueForMs >= 0 && dueForMs <= UNDER_WAY_MS) return delivery;
  return { ...delivery, status: 'pending', nextAttemptAt: now };
}
