import type { Webhook } from './webhook.ts';

/** Changes to a webhook. Absent properties stay as they are. */
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'enabled'>>;

/** Changes a webhook. Enabling it clears the reason and the time of its disabling. */
export function changeWebhook(webhook: Webhook, change: WebhookChange, now: string): Webhook {
  const { enabled = webhook.enabled, ...rest } = change;
  return { ...webhook, ...rest, ...switchEnabled(webhook, enabled, now), updatedAt: now };
}

function switchEnabled(
  webhook: Webhook,
  enabled: boolean,
  now: string,
): Pick<Webhook, 'enabled' | 'disabledAt' | 'disabledReason' | 'failingSince'> {
  const { disabledAt, disabledReason, failingSince } = webhook;
  if (enabled === webhook.enabled) return { enabled, disabledAt, disabledReason, failingSince };
  return { enabled, disabledAt: enabled ? null : now, disabledReason: null, failingSince: null };
}
