import { z } from 'zod';
import {
  EVENT_ACTIONS,
  EVENT_CATALOGUE,
  type EventAction,
  type EventRecord,
} from '#domain/event/catalogue.ts';
import { GENESIS_HASH, linkEvent } from '#domain/event/chain.ts';
import { LIMITS } from '#domain/limits.ts';
import { buildWebhookMessage, toSampleMessage, type WebhookMessage } from '#domain/webhook/notifications.ts';
import { EVENT_EXAMPLES } from '#wire/event-examples.ts';
import { eventSchema } from '#wire/event.ts';
import { createExampleId, EXAMPLE } from '#wire/examples.ts';
import { pageQuery } from '#wire/pagination.ts';
import { eventSampleSchema } from '#wire/webhook.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readEventFeed } from '#server/db/log/event-feed.ts';
import { memberProcedure, sessionProcedure } from '#server/trpc/audience.ts';

/** Reads the events of all envelopes, each event once. Waits for new ones if asked to. */
export const readFeed = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/events',
      tags: ['Events'],
      summary: 'Read the feed of events',
      description: `Returns the events of all envelopes that you can see, oldest first. Each comes once: send the response's \`cursor\` as \`after\` to go on, also after years. With \`wait\`, a call that finds nothing waits for new events for so many seconds. Events of one envelope come in the order of its log.`,
    },
    rest: { errors: [] },
  })
  .input(
    z.strictObject({
      after: z
        .string()
        .regex(/^(?:\d{1,15}|now)$/, 'must be the cursor of a response, or now')
        .optional()
        .describe(
          'cursor of the previous response. now: only what happens from now on. Default: from the first event.',
        ),
      limit: pageQuery.limit,
      wait: z
        .int()
        .min(0)
        .max(LIMITS.feedWaitMaxSeconds)
        .default(0)
        .describe('How many seconds to wait for events if there are none.'),
    }),
  )
  .output(
    z.object({
      items: z.array(eventSchema),
      cursor: z
        .string()
        .describe('Where to go on, also if there are no items.')
        .meta({ examples: ['1042'] }),
    }),
  )
  .query(async ({ ctx: { services, member, renewPrincipal }, input: { after = '0', limit, wait } }) => {
    const { organizationId } = member;
    let position = after === 'now' ? null : Number(after);
    const until = Date.now() + wait * 1000;
    for (;;) {
      const mark = services.live.mark(organizationId);
      const found = await transaction(services.db, { organizationId }, (tx) =>
        readEventFeed(tx, organizationId, { after: position, limit: limit ?? LIMITS.listLimitDefault }),
      );
      const left = until - Date.now();
      if (found.events.length > 0 || left <= 0 || !(await services.live.changed(organizationId, mark, left)))
        return {
          items: found.events.map((event) => ({
            ...event,
            payload: event.payload === null ? null : { ...event.payload },
          })),
          cursor: String(found.position),
        };
      position = found.position;
      // What happens from now on is only for callers who still have access.
      await renewPrincipal?.(0);
    }
  });

/** Returns an example of each event. */
export const listSamples = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/events/samples',
      tags: ['Events'],
      summary: 'List samples of events',
      description:
        "Returns an example of each event type: as the feed lists it, and as a webhook receives it. Apart from your organization's, the IDs are made up.",
    },
    rest: { errors: [] },
  })
  .input(
    z.strictObject({
      type: z.enum(EVENT_ACTIONS).optional().describe('Only this event type. Default: all.'),
    }),
  )
  .output(z.object({ items: z.array(eventSampleSchema) }))
  .query(({ ctx: { member }, input: { type } }) => {
    const items = (type === undefined ? EVENT_ACTIONS : [type]).map((action) => {
      const { event, message } = sampleEvent(member.organizationId, action, EXAMPLE.createdAt);
      return {
        type: action,
        event: { ...event, payload: { ...event.payload } },
        message: toSampleMessage(message),
      };
    });
    return { items };
  });

const ACTOR_IDS = {
  sender: createExampleId('user'),
  signer: createExampleId('participant'),
  api_key: createExampleId('apiKey'),
  agent: createExampleId('grant'),
  application: createExampleId('pageSession'),
  system: null,
} as const;

/** Returns the current position in the organization's changes. Pages ask for the updates since then. */
export const getLiveMark = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ mark: z.string() }))
  .query(({ ctx: { services, member } }) => ({ mark: services.live.mark(member.organizationId) }));

/** Returns an example of an event, both as the feed lists it and as a webhook receives it. */
export function sampleEvent(
  organizationId: string,
  action: EventAction,
  now: string,
): { readonly event: EventRecord; readonly message: WebhookMessage } {
  const { status, payload } = EVENT_EXAMPLES[action];
  const actorType = EVENT_CATALOGUE[action].actors[0] ?? 'system';
  const unlinked = {
    ...{ organizationId, envelopeId: createExampleId('envelope'), seq: 1, action, occurredAt: now },
    ...{ actorType, actorId: ACTOR_IDS[actorType], payload: { ...payload } },
    ...{ ipAddress: actorType === 'system' ? null : '192.0.2.7', userAgent: null },
    ...{ salt: 'a13c60bf9b32b05af32917098e4fde74', prevHash: GENESIS_HASH },
  };
  const event = { id: createExampleId('event'), ...unlinked, ...linkEvent(unlinked, computeSha256Hex) };
  const envelope = {
    ...{ status, version: 1, teamId: createExampleId('team'), templateId: null },
    ...{ displayName: EXAMPLE.displayName, metadata: { crmId: '4711' } },
  };
  return { event, message: buildWebhookMessage(event, envelope) };
}
