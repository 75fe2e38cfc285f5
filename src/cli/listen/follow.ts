import type { EventRecord } from '#domain/event/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  buildWebhookMessage,
  type MessageEnvelope,
  type WebhookMessage,
} from '#domain/webhook/notifications.ts';
import type { Service } from './service.ts';

type Feed = { readonly items: readonly EventRecord[]; readonly cursor: string };

/**
 * An event, its message (null if its envelope can no longer be read), and the cursor before which everything
 * has already been yielded.
 */
export type Followed = {
  readonly event: EventRecord;
  readonly message: WebhookMessage | null;
  readonly before: string;
};

/** Returns a cursor that points past everything that has happened so far. */
export async function readPresent(service: Service): Promise<string> {
  return (await readFeed(service, { after: 'now' })).cursor;
}

/** Yields every event after a cursor, in the order of the feed, and keeps waiting for more. */
export async function* follow(service: Service, after: string): AsyncGenerator<Followed> {
  const states = new Map<string, MessageEnvelope>();
  for (let cursor = after; ;) {
    const feed = await readFeed(service, { after: cursor, wait: String(LIMITS.feedWaitMaxSeconds - 5) });
    for (const event of feed.items) {
      // A deleted draft can no longer be read, so the message uses its last known state.
      const state = (await readState(service, event.envelopeId)) ?? states.get(event.envelopeId);
      if (state !== undefined) states.set(event.envelopeId, state);
      yield {
        event,
        message: state === undefined ? null : buildWebhookMessage(event, state),
        before: cursor,
      };
    }
    cursor = feed.cursor;
  }
}

async function readFeed(service: Service, query: Readonly<Record<string, string>>): Promise<Feed> {
  const feed = await service.read('/api/v1/events', query);
  if (feed === null) throw new Error('found no events at this address: check --url');
  return feed as Feed;
}

async function readState(service: Service, envelopeId: string): Promise<MessageEnvelope | null> {
  const graph = await service.read(`/api/v1/envelopes/${envelopeId}`);
  return graph === null ? null : (graph as { readonly envelope: MessageEnvelope }).envelope;
}
