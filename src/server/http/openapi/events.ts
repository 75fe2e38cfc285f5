import { linkEvent, GENESIS_HASH } from '#domain/event/chain.ts';
import { EVENT_ACTIONS, type EventAction } from '#domain/event/catalogue.ts';
import { EVENT_EXAMPLES } from '#wire/event-examples.ts';
import { buildEventSchema, getEventSchemaName, type WireEvent } from '#wire/event.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { EXAMPLE, createExampleId } from '#wire/examples.ts';
import type { Json } from './model.ts';

/** Returns the record schema of each action, by component name. */
export function buildEventSchemas() {
  return Object.fromEntries(
    EVENT_ACTIONS.map((action) => [getEventSchemaName(action), buildEventSchema(action)]),
  );
}

/** Returns the union of all records, discriminated by `action`. */
export function buildEventUnion(): Json {
  const formatReference = (action: EventAction) => `#/components/schemas/${getEventSchemaName(action)}`;
  return {
    description:
      'An event of the hash-chained log. The payload depends on the action; new actions can be added.',
    oneOf: EVENT_ACTIONS.map((action) => ({ $ref: formatReference(action) })),
    discriminator: {
      propertyName: 'action',
      mapping: Object.fromEntries(EVENT_ACTIONS.map((action) => [action, formatReference(action)])),
    },
  };
}

const PROGRAM = { actorType: 'api_key', actorId: createExampleId('apiKey') } as const;
const EXAMPLE_EVENTS: readonly { action: EventAction; at: string; salt: string }[] = [
  { action: 'envelope.created', at: EXAMPLE.createdAt, salt: 'a13c60bf9b32b05af32917098e4fde74' },
  { action: 'envelope.sent', at: EXAMPLE.sentAt, salt: '6d7c527d726599c3b7e2d44cd1ef9178' },
  { action: 'participant.link_issued', at: EXAMPLE.sentAt, salt: 'e35ccf025d49ff0e420bafafd4ed0e1a' },
];

/** Returns a log with a valid chain, so that readers can test their own verification code. */
export function createExampleEvents(): WireEvent[] {
  let prevHash = GENESIS_HASH;
  return EXAMPLE_EVENTS.map(({ action, at, salt }, index) => {
    const event = {
      envelopeId: createExampleId('envelope'),
      organizationId: createExampleId('organization'),
      seq: index + 1,
      ...PROGRAM,
      action,
      occurredAt: at,
      payload: { ...EVENT_EXAMPLES[action].payload },
      ipAddress: '192.0.2.7',
      userAgent: 'curl/8.5.0',
      salt,
      prevHash,
    };
    const linked = linkEvent(event, computeSha256Hex);
    prevHash = linked.hash;
    return { id: createExampleId('event', index), ...event, ...linked };
  });
}
