import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { eventSchema } from '#wire/event.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { COUNT_MAX } from '#wire/text.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Lists an envelope's hash-chained events. */
export const listEvents = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/events',
      tags: ['Envelopes'],
      summary: 'List events',
      description:
        'Returns all events in order, or with `after` those that came later. The salts and digests let anyone recompute the chain without a secret.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      after: z
        .int()
        .min(0)
        .max(COUNT_MAX)
        .default(0)
        .describe('Only events with a greater seq. Default: all.'),
    }),
  )
  .output(z.object({ items: z.array(eventSchema) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const items = await transaction(services.db, { organizationId }, (tx) =>
      readEvents(tx, organizationId, input.id, input.after),
    );
    if (items === null) throw createRefusal('not_found');
    return {
      items: items.map((event) => ({
        ...event,
        payload: event.payload === null ? null : { ...event.payload },
      })),
    };
  });
