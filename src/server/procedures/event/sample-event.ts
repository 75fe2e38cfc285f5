import { EVENT_CATALOGUE, type EventAction, type EventRecord } from '#domain/event/catalogue.ts';
import { GENESIS_HASH, linkEvent } from '#domain/event/chain.ts';
import { buildWebhookMessage, type WebhookMessage } from '#domain/webhook/notifications.ts';
import { EVENT_EXAMPLES } from '#wire/event-examples.ts';
import { EXAMPLE, createExampleId } from '#wire/examples.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

const ACTOR_IDS = {
  sender: createExampleId('user'),
  signer: createExampleId('participant'),
  api_key: createExampleId('apiKey'),
  agent: createExampleId('grant'),
  application: createExampleId('pageSession'),
  system: null,
} as const;

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
