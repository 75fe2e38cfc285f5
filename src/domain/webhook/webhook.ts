import type { Timestamp } from '../timestamp.ts';
import type { EventAction } from '../event/catalogue.ts';

/**
 * Why the service disabled a webhook: its server responded 410, deliveries failed for days, or the person or
 * the key that created it lost access.
 */
export const DISABLED_REASONS = ['gone', 'failing', 'creator_lost_access'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The state of a delivery: waiting for another attempt, delivered, or given up. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed without a response, in addition to request errors. */
export const WEBHOOK_DISABLED = 'webhook_disabled';

/** The event type of a test delivery. */
export const TEST_EVENT = 'webhook.test';

/** A webhook, without its signing secrets. */
export type Webhook = {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly description: string | null;
  /** The actions that the webhook receives; null for all. */
  readonly events: readonly EventAction[] | null;
  readonly enabled: boolean;
  /** Who created the webhook or enabled it last: it lives as long as they administer the organization. */
  readonly createdBy: string;
  /** The API key that they did this with; null if none. */
  readonly createdWith: string | null;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Timestamp | null;
  /** When the first attempt since the last success failed. */
  readonly failingSince: Timestamp | null;
  /** The time until which messages are also signed with the previous secret. */
  readonly previousSecretExpiresAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

/** One attempt to deliver a message: the server's response, or why there was none, and how long it took. */
export type DeliveryTry = {
  readonly at: Timestamp;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly tookMs: number;
};

/** The delivery of one event to one webhook. */
export type WebhookDelivery = {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: string;
  /** The event to deliver; null for a test or a sample. */
  readonly eventId: string | null;
  readonly envelopeId: string | null;
  readonly type: EventAction | typeof TEST_EVENT;
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Timestamp | null;
  readonly lastAttemptAt: Timestamp | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly responseExcerpt: string | null;
  /** The attempts, oldest first. */
  readonly tries: readonly DeliveryTry[];
  readonly createdAt: Timestamp;
};
