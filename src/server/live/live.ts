import { randomUUID } from 'node:crypto';
import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { listenForChanges } from '#server/db/envelopes/envelope-changes.ts';
import { openStream, TIMING, type LiveStream } from './stream.ts';

/** Who watches: a person in one of their organizations. */
export type Viewer = {
  readonly userId: string;
  readonly organizationId: string;
  /** The mark up to which they know of every change; null where they know of none. */
  readonly since: string | null;
  /** Whether their session still lasts. */
  readonly stillIn: () => Promise<boolean>;
};

/** Tells the people of an organization at once which of its envelopes have changed, in whatever process that was. */
export type Live = {
  /**
   * Where an organization's changes stand. Taken before something is read, it says later whether that is still all
   * there is to know.
   */
  readonly mark: (organizationId: string) => string;
  /**
   * A stream of server-sent events (HTML Living Standard 9.2). Refuses with `rate_limited` whoever has too many open,
   * and with `unavailable` when the program is ending.
   */
  readonly open: (viewer: Viewer) => ReadableStream<Uint8Array>;
  /** Ends every stream and opens no other. */
  readonly drain: () => void;
  readonly close: () => Promise<void>;
};

type Watcher = { readonly viewer: Viewer; readonly stream: LiveStream };

/** Organizations whose changes are counted before all counting starts anew. */
const COUNTED_MAX = 50_000;

/** Opens live updates. Nothing connects to the database before somebody asks: a worker without pages never does. */
export function openLive(
  address: DatabaseAddress,
  { onLost, timing = TIMING }: { readonly onLost: (error: unknown) => void; readonly timing?: typeof TIMING },
): Live {
  const watchers = new Set<Watcher>();
  const counts = new Map<string, number>();
  /** Names the time since when nothing was missed; null while the connection is not there. */
  let epoch: string | null = null;
  let listening: ReturnType<typeof listenForChanges> | null = null;
  let draining = false;

  const markOf = (organizationId: string) =>
    epoch === null ? '' : `${epoch}.${counts.get(organizationId) ?? 0}`;
  const beginEpoch = () => {
    epoch = randomUUID();
    counts.clear();
    for (const { viewer, stream } of watchers) stream.stale(markOf(viewer.organizationId));
  };
  const listen = () => {
    listening ??= listenForChanges(address, {
      connected: beginEpoch,
      lost: (error) => {
        epoch = null;
        onLost(error);
      },
      heard: ({ organizationId, envelopeId }) => {
        if (counts.size >= COUNTED_MAX && !counts.has(organizationId)) beginEpoch();
        counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
        const mark = markOf(organizationId);
        for (const { viewer, stream } of watchers)
          if (viewer.organizationId === organizationId) stream.changed(envelopeId, mark);
      },
    });
  };

  return {
    mark: (organizationId) => {
      if (!draining) listen();
      return markOf(organizationId);
    },
    open: (viewer) => {
      if (draining || watchers.size >= LIMITS.liveStreamsMax) throw refusal('unavailable');
      const own = [...watchers].filter((one) => one.viewer.userId === viewer.userId).length;
      if (own >= LIMITS.liveStreamsPerPersonMax)
        throw refusal('rate_limited', { limit: LIMITS.liveStreamsPerPersonMax, retryAfterSeconds: 30 });
      listen();
      const mark = markOf(viewer.organizationId);
      const stream = openStream({ stillIn: viewer.stillIn, gone: () => watchers.delete(watcher) }, timing);
      const watcher = { viewer, stream };
      watchers.add(watcher);
      if (epoch !== null) {
        if (viewer.since === mark) stream.ready(mark);
        else stream.stale(mark);
      }
      return stream.body;
    },
    drain: () => {
      draining = true;
      for (const { stream } of watchers) stream.end();
    },
    close: async () => {
      draining = true;
      for (const { stream } of watchers) stream.end();
      await listening?.close();
    },
  };
}
