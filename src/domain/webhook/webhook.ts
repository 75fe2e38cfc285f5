import type { Timestamp } from '../timestamp.ts';
import type { EventAction } from '../event/catalogue.ts';

/** Why the service disabled a webhook by itself: its server said 410, or nothing has reached it for days. */
export const DISABLED_REASONS = ['gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Where a delivery stands: another attempt is to come, one was taken, or no more will be made. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What an attempt without an answer failed for, beside what the request itself can fail for. */
export const WEBHOOK_DISABLED = 'webhook_disabled';

/** The type of the delivery that somebody asked for to try a webhook. */
export const TEST_EVENT = 'webhook.test';

/** Where an organization wants to be told of events, without the secrets that what it is told is signed with. */
export type Webhook = {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly description: string | null;
  /** The actions that it is told of; null for all. */
  readonly events: readonly EventAction[] | null;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Timestamp | null;
  /** When the first attempt failed after the last that succeeded. */
  readonly failingSince: Timestamp | null;
  /** Until when messages are signed with the secret before this one too. */
  readonly previousSecretExpiresAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};

/** One event on its way to one webhook. */
export type WebhookDelivery = {
  readonly id: string;
  readonly organizationId: string;
  readonly webhookId: string;
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
  readonly createdAt: Timestamp;
};
