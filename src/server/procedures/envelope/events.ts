import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { eventSchema } from '#wire/event.ts';
import { pathId } from '#wire/text.ts';
import { readEvents } from '#server/db/envelopes.ts';
import { within } from '#server/db/transaction.ts';
import { reading } from '#server/trpc/audience.ts';

/** Reads an envelope's hash-chained event log. */
export const listEvents = reading
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/events',
      tags: ['Envelopes'],
      summary: 'Read the event log',
      description:
        'All events in their order. Salt and digest let anyone recompute the chain without a secret.',
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: true },
  })
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ items: z.array(eventSchema) }))
  .query(async ({ ctx: { world, member }, input }) => {
    const { organizationId } = member;
    const items = await within(world.db, { organizationId }, (tx) =>
      readEvents(tx, organizationId, input.id),
    );
    if (items === null) throw refusal('not_found');
    return {
      items: items.map((event) => ({
        ...event,
        payload: event.payload === null ? null : { ...event.payload },
      })),
    };
  });
