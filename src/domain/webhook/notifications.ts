import type { Effect } from '../effects.ts';
import type { Envelope } from '../envelope/graph.ts';
import type { EventRecord } from '../event/catalogue.ts';
import type { NewId } from '../identifier.ts';
import type { Webhook, WebhookDelivery } from './webhook.ts';
import { TEST_EVENT } from './webhook.ts';

/** The events that a webhook receives. */
export type Subscription = Pick<Webhook, 'id' | 'events'>;

/** Deliveries, each with its job. */
export type Notifications = {
  readonly deliveries: readonly WebhookDelivery[];
  readonly effects: readonly Effect[];
};

/**
 * Returns the deliveries for newly linked events, in log order. `envelope` is the envelope's state after
 * these events.
 */
export function buildNotifications(
  subscriptions: readonly Subscription[],
  events: readonly EventRecord[],
  envelope: Envelope,
  newId: NewId,
): Notifications {
  const deliveries = events.flatMap((event) =>
    subscriptions
      .filter((webhook) => webhook.events === null || webhook.events.includes(event.action))
      .map((webhook) => createDelivery(event, envelope, webhook.id, newId)),
  );
  return { deliveries, effects: deliveries.map(createNextAttempt) };
}

/** Returns a delivery that only tests the webhook. */
export function createTestDelivery(webhook: Webhook, now: string, newId: NewId): WebhookDelivery {
  const { id: webhookId, organizationId } = webhook;
  const data = { webhookId, organizationId };
  return createTrialDelivery(webhook, { type: TEST_EVENT, timestamp: now, data }, now, newId);
}

/** Returns a delivery of an example message that is marked as a sample. */
export function createSampleDelivery(
  webhook: Webhook,
  message: WebhookMessage,
  now: string,
  newId: NewId,
): WebhookDelivery {
  return createTrialDelivery(webhook, toSampleMessage(message), now, newId);
}

/** Marks a message as a sample. */
export function toSampleMessage({ type, timestamp, data }: WebhookMessage) {
  return { type, timestamp, sample: true, data } as const;
}

function createTrialDelivery(
  { id: webhookId, organizationId }: Webhook,
  message: Omit<WebhookMessage, 'type' | 'data'> & { readonly type: WebhookDelivery['type']; data: object },
  now: string,
  newId: NewId,
): WebhookDelivery {
  const about = { organizationId, webhookId, eventId: null, envelopeId: null, type: message.type };
  const body = JSON.stringify(message);
  return { id: newId('delivery'), ...about, body, ...UNTRIED, nextAttemptAt: now, createdAt: now };
}

/**
 * Returns the job for a delivery's next attempt. The job includes the count of attempts, so that none is
 * repeated.
 */
export function createNextAttempt({ organizationId, id, attempts }: WebhookDelivery): Effect {
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
  tries: [],
} as const;

/** The properties of the envelope that a message includes. */
export type MessageEnvelope = Pick<
  Envelope,
  'status' | 'version' | 'teamId' | 'templateId' | 'displayName' | 'metadata'
>;

/** The message that a webhook receives about an event. */
export type WebhookMessage = ReturnType<typeof buildWebhookMessage>;

/**
 * Returns the message about an event: identifiers, states, and the caller's own metadata. Addresses and
 * values must be read from the API. Links and tokens never leave it.
 */
export function buildWebhookMessage(event: EventRecord, envelope: MessageEnvelope) {
  const { id: eventId, organizationId, envelopeId, seq, action, actorType, occurredAt } = event;
  const { status, version, teamId, templateId, displayName, metadata } = envelope;
  const participantId = event.payload?.['participantId'];
  const data = {
    ...{ eventId, organizationId, envelopeId, seq, actorType },
    participantId: typeof participantId === 'string' ? participantId : null,
    ...{ status, version, teamId, templateId, displayName, metadata },
  };
  return { type: action, timestamp: occurredAt, data };
}

function createDelivery(
  event: EventRecord,
  envelope: Envelope,
  webhookId: string,
  newId: NewId,
): WebhookDelivery {
  const { id: eventId, organizationId, envelopeId, action, occurredAt } = event;
  const body = JSON.stringify(buildWebhookMessage(event, envelope));
  const about = { organizationId, webhookId, eventId, envelopeId, type: action, body };
  return { id: newId('delivery'), ...about, ...UNTRIED, nextAttemptAt: occurredAt, createdAt: occurredAt };
}
