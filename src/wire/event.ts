import { z } from 'zod';
import { ACTOR_TYPES } from '#domain/actor.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { timestamp } from './text.ts';

/** One event of an envelope's hash-chained log. `salt` and `digest` let anyone recompute the chain. */
export const eventSchema = z
  .object({
    id: z.string(),
    envelopeId: z.string(),
    organizationId: z.string(),
    seq: z.int().min(1),
    actorType: z.enum(ACTOR_TYPES),
    actorId: z.string().nullable(),
    action: z.enum(EVENT_ACTIONS),
    occurredAt: timestamp,
    prevHash: z.string(),
    hash: z.string(),
    digest: z.string(),
    salt: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'EventRecord' });
export type WireEvent = z.infer<typeof eventSchema>;
