import type { Effect } from '../effects.ts';
import type { Envelope } from '../envelope/graph.ts';
import type { EventRecord } from '../event/catalogue.ts';
import type { NewId } from '../identifier.ts';
import type { Webhook, WebhookDelivery } from './webhook.ts';
import { TEST_EVENT } from './webhook.ts';

/** A webhook that is told of events, and of which ones. */
export type Subscription = Pick<Webhook, 'id' | 'events'>;

/** What is written and caused beside an event: each delivery has its job. */
export type Notifications = {
  readonly deliveries: readonly WebhookDelivery[];
  readonly effects: readonly Effect[];
};

/** What webhooks are told of events that were just linked, in the order of the log. `envelope` is as they left it. */
export function notificationsOf(
  subscriptions: readonly Subscription[],
  events: readonly EventRecord[],
  envelope: Envelope,
  newId: NewId,
): Notifications {
  const deliveries = events.flatMap((event) =>
    subscriptions
      .filter((webhook) => webhook.events === null || webhook.events.includes(event.action))
      .map((webhook) => deliveryOf(event, envelope, webhook.id, newId)),
  );
  return { deliveries, effects: deliveries.map(nextAttempt) };
}

/** A delivery that tells nothing but that the webhook works. */
export function testDelivery(webhook: Webhook, now: string, newId: NewId): WebhookDelivery {
  const { id: webhookId, organizationId } = webhook;
  const body = JSON.stringify({ type: TEST_EVENT, timestamp: now, data: { webhookId, organizationId } });
  const about = {
    organizationId,
    webhookId,
    eventId: null,
    envelopeId: null,
    type: TEST_EVENT,
    body,
  } as const;
  return { id: newId('delivery'), ...about, ...UNTRIED, nextAttemptAt: now, createdAt: now };
}

/** The job of a delivery's next attempt. Attempts are counted, so that one that was made already is not made again. */
export function nextAttempt({ organizationId, id, attempts }: WebhookDelivery): Effect {
  return {
    name: 'svc/webhook.deliver',
    payload: { organizationId, deliveryId: id, attempt: attempts + 1 },
  };
}

const UNTRIED = {
  status: 'pending',
  attempts: 0,
  lastAttemptAt: null,
  lastStatusCode: null,
  lastError: null,
  responseExcerpt: null,
} as const;

/**
 * The body holds identifiers and states, and what its reader gave the envelope to recognise it by. Addresses and values
 * are read from the API by whoever may read them; links and their tokens are in no answer either.
 */
function deliveryOf(
  event: EventRecord,
  envelope: Envelope,
  webhookId: string,
  newId: NewId,
): WebhookDelivery {
  const { id: eventId, organizationId, envelopeId, seq, action, actorType, occurredAt } = event;
  const { status, version, teamId, templateId, displayName, metadata } = envelope;
  const participantId = event.payload?.['participantId'];
  const data = {
    ...{ eventId, organizationId, envelopeId, seq, actorType },
    participantId: typeof participantId === 'string' ? participantId : null,
    ...{ status, version, teamId, templateId, displayName, metadata },
  };
  const body = JSON.stringify({ type: action, timestamp: occurredAt, data });
  const about = { organizationId, webhookId, eventId, envelopeId, type: action, body };
  return { id: newId('delivery'), ...about, ...UNTRIED, nextAttemptAt: occurredAt, createdAt: occurredAt };
}
