import { z } from 'zod';
import { ACTOR_TYPES } from '#domain/actor.ts';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  TEST_EVENT,
  type Webhook,
  type WebhookDelivery,
} from '#domain/webhook/webhook.ts';
import { eventSchema } from './event.ts';
import { nextCursor, pageQuery } from './pagination.ts';
import { createLineSchema, moment, timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema, createNullableIdSchema } from './identifier.ts';

const actions = z.array(z.enum(EVENT_ACTIONS));

/** A webhook in responses. Its secret is shown only when it is created or rotated. */
export const webhookSchema = z
  .object({
    id: createIdSchema('webhook'),
    organizationId: createIdSchema('organization'),
    url: z.string().meta({ examples: [EXAMPLE.webhookUrl] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Contracts in our CRM'] }),
    events: actions
      .nullable()
      .describe('Event types it receives; null for all, including future ones.')
      .meta({ examples: [['envelope.sent', 'envelope.completed']] }),
    enabled: z.boolean().meta({ examples: [true] }),
    disabledReason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe(
        'Why the service disabled it. gone: the server returned 410. failing: no message was accepted for five days. creator_lost_access: the person who created or enabled it no longer administers the organization, or their key was revoked or expired. Null if a person disabled it.',
      ),
    disabledAt: timestamp.nullable(),
    failingSince: timestamp.nullable().describe('First failed attempt since the last success.'),
    previousSecretExpiresAt: timestamp
      .nullable()
      .describe('Until then, messages are also signed with the previous secret.'),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    updatedAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
  })
  .meta({ id: 'Webhook' });
export type WireWebhook = z.infer<typeof webhookSchema>;

/** A webhook with its secret, for the two responses that contain it. */
export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z
      .string()
      .describe(
        'Signs the messages (Standard Webhooks): `whsec_` and base64. Only this response contains it.',
      )
      .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] }),
  })
  .meta({ id: 'WebhookWithSecret' });
export type WireWebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

/** A message to a webhook and the result of its last attempt. */
export const deliverySchema = z
  .object({
    id: createIdSchema('delivery').describe("The message's `webhook-id`, the same in every attempt."),
    webhookId: createIdSchema('webhook'),
    type: z.enum([...EVENT_ACTIONS, TEST_EVENT]).meta({ examples: ['envelope.completed'] }),
    eventId: createNullableIdSchema('event').describe('The event it reports; null for a test or a sample.'),
    envelopeId: createNullableIdSchema('envelope'),
    status: z
      .enum(DELIVERY_STATUSES)
      .describe(
        'pending: another attempt follows. succeeded: the server returned 2xx. failed: no more attempts.',
      )
      .meta({ examples: ['succeeded'] }),
    attempts: z
      .int()
      .min(0)
      .meta({ examples: [1] }),
    nextAttemptAt: timestamp.nullable(),
    lastAttemptAt: timestamp.nullable().meta({ examples: [EXAMPLE.completedAt] }),
    lastStatusCode: z
      .int()
      .nullable()
      .describe('Status code of the last response; null if there was none.')
      .meta({ examples: [204] }),
    lastError: z
      .string()
      .nullable()
      .describe(
        'Why there was no response: forbidden_url, forbidden_address, unresolvable, unreachable, untrusted, timeout, webhook_disabled.',
      ),
    responseExcerpt: z.string().nullable().describe('The beginning of the last response body.'),
    tries: z
      .array(
        z.object({
          at: timestamp.meta({ examples: [EXAMPLE.completedAt] }),
          statusCode: z
            .int()
            .nullable()
            .meta({ examples: [204] }),
          error: z.string().nullable(),
          tookMs: z
            .int()
            .min(0)
            .meta({ examples: [142] }),
        }),
      )
      .describe('The attempts, oldest first: the latest 20.'),
    createdAt: timestamp.meta({ examples: [EXAMPLE.completedAt] }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WireDelivery = z.infer<typeof deliverySchema>;

/** A delivery with its message. */
export const deliveryWithBodySchema = deliverySchema
  .extend({
    body: z
      .string()
      .describe('The exact body of the message (JSON).')
      .meta({ examples: ['{"type":"envelope.completed","timestamp":"2027-03-01T14:30:00.000Z","data":{}}'] }),
  })
  .meta({ id: 'WebhookDeliveryWithBody' });

/** The body of a message: the event and the envelope's new state, without values, addresses and links. */
export const messageSchema = z
  .object({
    type: z
      .enum([...EVENT_ACTIONS, TEST_EVENT])
      .describe('The event type; `webhook.test` for a test.')
      .meta({ examples: ['envelope.completed'] }),
    timestamp: timestamp.describe('When it happened.').meta({ examples: [EXAMPLE.completedAt] }),
    sample: z
      .literal(true)
      .exactOptional()
      .describe("Only in samples: the message is an example, and the event didn't happen."),
    data: z.union([
      z.object({
        eventId: createIdSchema('event'),
        organizationId: createIdSchema('organization'),
        envelopeId: createIdSchema('envelope'),
        seq: z.int().min(1).describe("Position in the envelope's log; messages can arrive out of order."),
        actorType: z.enum(ACTOR_TYPES),
        participantId: createNullableIdSchema('participant').describe(
          'The participant the event is about, if any.',
        ),
        status: z
          .enum(ENVELOPE_STATUSES)
          .describe("The envelope's status after the event's change.")
          .meta({ examples: ['completed'] }),
        version: z
          .int()
          .min(1)
          .describe('Likewise.')
          .meta({ examples: [5] }),
        teamId: createIdSchema('team'),
        templateId: z.string().nullable(),
        displayName: z.string().meta({ examples: [EXAMPLE.displayName] }),
        metadata: z.record(z.string(), z.string()).nullable().describe("The envelope's metadata."),
      }),
      z.object({ webhookId: z.string(), organizationId: z.string() }).describe('In a test message.'),
    ]),
  })
  .meta({ id: 'WebhookMessage' });

/** An event type with an example. */
export const eventSampleSchema = z
  .object({
    type: z.enum(EVENT_ACTIONS).meta({ examples: ['envelope.created'] }),
    event: eventSchema.describe('As `GET /api/v1/events` lists it.'),
    message: messageSchema.describe('As a webhook receives it.'),
  })
  .meta({ id: 'EventSample' });

const url = z
  .string()
  .min(1)
  .max(LIMITS.webhookUrlMaxChars)
  .describe('Must use https. http is allowed only for networks that the operator permits.')
  .meta({ examples: ['https://example.com/countersign'] });
const description = createLineSchema(LIMITS.nameMaxChars)
  .nullable()
  .describe('For your own reference. Default: null.');
const events = actions
  .min(1)
  .max(EVENT_ACTIONS.length)
  .refine((list) => new Set(list).size === list.length, "can't repeat an action")
  .nullable()
  .describe('Event types to receive; null for all, including future ones. Default: null.');

export const createWebhookBody = {
  url,
  description: description.optional(),
  events: events.optional(),
  enabled: z.boolean().optional().describe('Default: true.'),
};

export const changeWebhookBody = {
  url: url.optional(),
  description: description.optional(),
  events: events.optional(),
  enabled: z.boolean().optional().describe('Whether it receives events.'),
};

export const replayBody = {
  from: moment.describe('Only deliveries of events at this time or later.'),
  to: moment.optional().describe('Only deliveries of events before this time. Default: no end.'),
  types: actions
    .min(1)
    .max(EVENT_ACTIONS.length)
    .optional()
    .describe('Only deliveries of these event types. Default: all.'),
  status: z
    .enum(['failed', 'all'])
    .default('failed')
    .describe(
      'failed: only deliveries with no more attempts. all: also those that succeeded or are still pending.',
    ),
  cursor: pageQuery.cursor.describe('nextCursor of the previous call.'),
};

/** The outcome of starting a replay. */
export const replaySchema = z
  .object({
    queued: z
      .int()
      .min(0)
      .describe('Number of deliveries that are attempted again.')
      .meta({ examples: [42] }),
    nextCursor,
  })
  .meta({ id: 'WebhookReplay' });
export type WireReplay = z.infer<typeof replaySchema>;

export const deliveryListQuery = {
  ...pageQuery,
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
  search: createLineSchema(LIMITS.nameMaxChars)
    .optional()
    .describe(
      'Only the delivery with this ID, those of the envelope with this ID, or those with this text in their message, such as an event type. A page looks for a text in the newest 5,000 messages after its cursor.',
    )
    .meta({ examples: ['envelope.completed'] }),
};

/** Converts a webhook for responses. */
export function toWireWebhook({
  events,
  createdBy: _person,
  createdWith: _key,
  ...webhook
}: Webhook): WireWebhook {
  return { ...webhook, events: events === null ? null : [...events] };
}

/** Converts a delivery for responses, without its message. */
export function toWireDelivery(delivery: WebhookDelivery): WireDelivery {
  const { organizationId: _organization, body: _body, tries, ...rest } = delivery;
  return { ...rest, tries: [...tries] };
}
