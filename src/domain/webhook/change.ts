import type { Webhook } from './webhook.ts';

/** Changes to a webhook. Absent properties stay as they are. */
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'enabled'>>;

/** The person who changes a webhook, and their API key if they use one. */
type Changer = Pick<Webhook, 'createdBy' | 'createdWith'>;

/**
 * Changes a webhook. Enabling it clears the reason and the time of its disabling. A person who enables it or
 * changes its URL becomes its owner, so that nobody can leave their own server behind in somebody else's
 * webhook.
 */
export function changeWebhook(
  webhook: Webhook,
  change: WebhookChange,
  now: string,
  changer: Changer,
): Webhook {
  const { enabled = webhook.enabled, ...rest } = change;
  const isEnabled = enabled && !webhook.enabled;
  const isMoved = rest.url !== undefined && rest.url !== webhook.url;
  const taken = isEnabled || isMoved ? changer : {};
  return { ...webhook, ...rest, ...taken, ...switchEnabled(webhook, enabled, now), updatedAt: now };
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
