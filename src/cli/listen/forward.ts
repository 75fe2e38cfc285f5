import { LIMITS } from '#domain/limits.ts';
import type { WebhookMessage } from '#domain/webhook/notifications.ts';
import { buildWebhookHeaders } from '#server/crypto/webhook-secret.ts';
import { getFailureReason } from './service.ts';

/**
 * Sends a signed message the way a webhook would, and returns the outcome. The id is the same every time the
 * event is forwarded.
 */
export async function forward(
  to: URL,
  id: string,
  message: WebhookMessage,
  { secret, stop }: { readonly secret: string; readonly stop: AbortSignal },
): Promise<string> {
  const body = JSON.stringify(message);
  try {
    const answer = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Countersign-Webhooks/1',
        ...buildWebhookHeaders({ id, at: new Date(), body }, [secret]),
      },
      body,
      signal: AbortSignal.any([stop, AbortSignal.timeout(LIMITS.webhookTimeoutMs)]),
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    stop.throwIfAborted();
    return `no answer (${getFailureReason(error)})`;
  }
}
