import { z } from 'zod';
import { ACTOR_TYPES } from '#domain/actor.ts';
import { EVENT_ACTIONS, EVENT_CATALOGUE, type EventAction } from '#domain/event/catalogue.ts';
import { capitalize } from '#domain/text.ts';
import { EVENT_PAYLOADS } from './event-payloads.ts';
import { timestamp } from './text.ts';

const erasable = ' Null if it was erased.';

/**
 * An event of an envelope's hash-chained log. `salt` and `digest` let anyone recompute the chain. The payload
 * is returned as it was written, because otherwise the chain wouldn't verify. {@link buildEventSchema}
 * describes the payload.
 */
export const eventSchema = z
  .object({
    id: z.string(),
    envelopeId: z.string(),
    organizationId: z.string(),
    seq: z.int().min(1).describe('Position in the log, from 1 without gaps.'),
    actorType: z.enum(ACTOR_TYPES),
    actorId: z
      .string()
      .nullable()
      .describe(`The user, API key or participant; null for the service itself.${erasable}`),
    action: z.enum(EVENT_ACTIONS),
    occurredAt: timestamp,
    prevHash: z.string().describe('Hash of the previous event; 64 zeros for the first.'),
    hash: z.string().describe('SHA-256 over the event, its digest and prevHash.'),
    digest: z
      .string()
      .describe('SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent.'),
    salt: z.string().nullable().describe(`16 random bytes in hex.${erasable}`),
    payload: z.record(z.string(), z.unknown()).nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'EventRecord' });
export type WireEvent = z.infer<typeof eventSchema>;

/** Returns the record schema of an action with its payload, which is null after erasure. */
export function buildEventSchema(action: EventAction) {
  const { label, actors, versioned } = EVENT_CATALOGUE[action];
  const version = versioned ? "Increases the envelope's version." : "Doesn't change the version.";
  return eventSchema
    .extend({
      action: z.literal(action),
      actorType: z.enum(actors),
      payload: EVENT_PAYLOADS[action].nullable(),
    })
    .meta({ id: getEventSchemaName(action), title: action, description: `${label}. ${version}` });
}

/**
 * Returns the name of an action's record schema, such as `ParticipantLinkIssuedEvent` for
 * `participant.link_issued`.
 */
export function getEventSchemaName(action: EventAction): string {
  const words = action.split(/[._]/).map(capitalize);
  return `${words.join('')}Event`;
}
