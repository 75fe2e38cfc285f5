import { EVENT_CATALOGUE, type EventAction, type EventRecord } from '#domain/event/catalogue.ts';
import { GENESIS_HASH, linkEvent } from '#domain/event/chain.ts';
import { messageOf, type WebhookMessage } from '#domain/webhook/notifications.ts';
import { EVENT_EXAMPLES } from '#wire/event-examples.ts';
import { EXAMPLE, exampleId } from '#wire/examples.ts';
import { sha256Hex } from '#server/crypto/hash.ts';

const ACTOR_IDS = {
  sender: exampleId('user'),
  signer: exampleId('participant'),
  api_key: exampleId('apiKey'),
  agent: exampleId('grant'),
  application: exampleId('pageSession'),
  system: null,
} as const;

/** Returns an example of an event as the feed lists it, and as a webhook receives it. */
export function sampleEvent(
  organizationId: string,
  action: EventAction,
  now: string,
): { readonly event: EventRecord; readonly message: WebhookMessage } {
  const { status, payload } = EVENT_EXAMPLES[action];
  const actorType = EVENT_CATALOGUE[action].actors[0] ?? 'system';
  const unlinked = {
    ...{ organizationId, envelopeId: exampleId('envelope'), seq: 1, action, occurredAt: now },
    ...{ actorType, actorId: ACTOR_IDS[actorType], payload: { ...payload } },
    ...{ ipAddress: actorType === 'system' ? null : '192.0.2.7', userAgent: null },
    ...{ salt: 'a13c60bf9b32b05af32917098e4fde74', prevHash: GENESIS_HASH },
  };
  const event = { id: exampleId('event'), ...unlinked, ...linkEvent(unlinked, sha256Hex) };
  const envelope = {
    ...{ status, version: 1, teamId: exampleId('team'), templateId: null },
    ...{ displayName: EXAMPLE.displayName, metadata: { crmId: '4711' } },
  };
  return { event, message: messageOf(event, envelope) };
}
