import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { eventSchema } from '#wire/event.ts';
import { pageQuery } from '#wire/pagination.ts';
import { readEventFeed } from '#server/db/log/event-feed.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

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
  .query(async ({ ctx: { services, member }, input: { after = '0', limit, wait } }) => {
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
    }
  });
