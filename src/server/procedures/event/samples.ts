import { z } from 'zod';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { toSampleMessage } from '#domain/webhook/notifications.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { eventSampleSchema } from '#wire/webhook.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { sampleEvent } from './sample-event.ts';

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
