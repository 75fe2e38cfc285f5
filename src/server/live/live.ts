import { randomUUID } from 'node:crypto';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { withViewer, type Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listenForChanges } from '#server/db/envelopes/envelope-changes.ts';
import { listSeenEnvelopes } from '#server/db/envelopes/envelopes.ts';
import { listVisibleTeams } from '#server/db/organizations/teams.ts';
import { openAgentQuestions, type AgentQuestions } from './agent-questions.ts';
import { openQuestionWaits } from './question-waits.ts';
import { openWaits } from './waits.ts';
import { openStream, TIMING, type LiveStream } from './stream.ts';

/** A person who is watching one of their organizations. */
type Viewer = {
  readonly userId: string;
  readonly organizationId: string;
  /** The mark of the last change that the viewer knows; null if they know none. */
  readonly since: string | null;
  /** Checks whether the viewer's session is still valid. */
  readonly stillIn: () => Promise<boolean>;
};

/**
 * Tells an organization's viewers immediately which envelopes have changed, whichever process changed them.
 */
export type Live = {
  /**
   * Returns a mark of the current state. If it is taken before something is read, it later tells whether what
   * was read is still up to date.
   */
  readonly mark: (organizationId: string) => string;
  /**
   * Opens a stream of server-sent events (HTML Living Standard 9.2). Refuses with `rate_limited` if the
   * viewer has too many streams, and with `unavailable` during shutdown.
   */
  readonly open: (viewer: Viewer) => ReadableStream<Uint8Array>;
  /**
   * Waits until something in an organization has changed since a mark. Returns whether it may have; false
   * after `ms`. Refuses with `rate_limited` if too many calls are waiting.
   */
  readonly changed: (organizationId: string, since: string, ms: number) => Promise<boolean>;
  readonly questions: AgentQuestions;
  /** Ends every stream and every wait, and refuses new ones. */
  readonly drain: () => void;
  readonly close: () => Promise<void>;
};

type Watcher = { readonly viewer: Viewer; readonly stream: LiveStream };

/** The most organizations that are counted. Beyond this, all counts restart. */
const COUNTED_MAX = 50_000;

/**
 * Opens live updates. They connect to the database when the first viewer comes, so a worker without pages
 * never connects.
 */
export function openLive(
  address: DatabaseAddress,
  {
    db,
    onLost,
    timing = TIMING,
  }: {
    readonly db: Database;
    readonly onLost: (error: unknown) => void;
    readonly timing?: typeof TIMING;
  },
): Live {
  const watchers = new Set<Watcher>();
  const waits = openWaits();
  const questions = openQuestionWaits();
  const counts = new Map<string, number>();
  /** Identifies the period in which no changes were missed; null without a connection. */
  let epoch: string | null = null;
  let listening: ReturnType<typeof listenForChanges> | null = null;
  let draining = false;

  const getMark = (organizationId: string) =>
    epoch === null ? '' : `${epoch}.${counts.get(organizationId) ?? 0}`;
  const beginEpoch = () => {
    epoch = randomUUID();
    counts.clear();
    for (const { viewer, stream } of watchers) stream.stale(getMark(viewer.organizationId));
    waits.endAll(true);
    questions.wakeAll();
  };
  const listen = () => {
    listening ??= listenForChanges(address, {
      connected: beginEpoch,
      lost: (error) => {
        epoch = null;
        onLost(error);
      },
      heard: ({ organizationId, envelopeId, privateTeamId }) => {
        if (counts.size >= COUNTED_MAX && !counts.has(organizationId)) beginEpoch();
        counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
        const mark = getMark(organizationId);
        for (const { viewer, stream } of watchers)
          if (viewer.organizationId === organizationId) stream.changed({ envelopeId, privateTeamId }, mark);
        waits.end(organizationId);
      },
      heardOfQuestion: questions.wake,
    });
  };

  return {
    mark: (organizationId) => {
      if (!draining) listen();
      return getMark(organizationId);
    },
    open: (viewer) => {
      if (draining || watchers.size >= LIMITS.liveStreamsMax) throw createRefusal('unavailable');
      const own = [...watchers].filter((one) => one.viewer.userId === viewer.userId).length;
      if (own >= LIMITS.liveStreamsPerPersonMax)
        throw createRefusal('rate_limited', { limit: LIMITS.liveStreamsPerPersonMax, retryAfterSeconds: 30 });
      listen();
      const mark = getMark(viewer.organizationId);
      const { stillIn, userId, organizationId } = viewer;
      const readVisibleTeams = (teamIds: readonly string[]) =>
        transaction(withViewer(db, userId), { organizationId }, (tx) => listVisibleTeams(tx, teamIds));
      const readVisibleEnvelopes = (ids: readonly string[]) =>
        transaction(withViewer(db, userId), { organizationId }, (tx) => listSeenEnvelopes(tx, ids));
      const stream = openStream(
        {
          stillIn,
          teamsSeen: readVisibleTeams,
          envelopesSeen: readVisibleEnvelopes,
          gone: () => watchers.delete(watcher),
        },
        timing,
      );
      const watcher = { viewer, stream };
      watchers.add(watcher);
      if (epoch !== null) {
        if (viewer.since === mark) stream.ready(mark);
        else stream.stale(mark);
      }
      return stream.body;
    },
    changed: async (organizationId, since, ms) => {
      if (draining) return false;
      if (since !== getMark(organizationId)) return true;
      return await waits.begin(organizationId, ms);
    },
    questions: openAgentQuestions(db, {
      wait: async (id, ms, signal) => {
        if (!draining) listen();
        return await questions.wait(id, ms, signal);
      },
    }),
    drain: () => {
      draining = true;
      waits.endAll(false);
      questions.end();
      for (const { stream } of watchers) stream.end();
    },
    close: async () => {
      draining = true;
      waits.endAll(false);
      questions.end();
      for (const { stream } of watchers) stream.end();
      await listening?.close();
    },
  };
}
