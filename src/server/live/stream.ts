/** A viewer's stream of server-sent events. `mark` is the state after the event. */
export type LiveStream = {
  readonly body: ReadableStream<Uint8Array>;
  /** Tells the viewer that nothing was missed. */
  readonly ready: (mark: string) => void;
  readonly changed: (change: Change, mark: string) => void;
  /** Tells the viewer that changes may have been missed, so everything shown must be read again. */
  readonly stale: (mark: string) => void;
  readonly end: () => void;
};

type Change = { readonly envelopeId: string; readonly privateTeamId: string | null };

type Owner = {
  readonly stillIn: () => Promise<boolean>;
  /** Returns which of these private teams the viewer belongs to. */
  readonly teamsSeen: (teamIds: readonly string[]) => Promise<readonly string[]>;
  /** Returns which of these envelopes the viewer may see, if they don't see all of their organization. */
  readonly envelopesSeen: (ids: readonly string[]) => Promise<readonly string[]>;
  /** Called once when the stream has ended. */
  readonly gone: () => void;
};

export type Timing = {
  readonly beatMs: number;
  readonly gatherMs: number;
  /** How long the result of a session check stays valid while changes arrive. */
  readonly trustMs: number;
};

/**
 * Heartbeats keep proxies from closing the connection, which they do after a minute. Changes are gathered for
 * a moment, since one action can change an envelope several times, and a bulk action can change many
 * envelopes.
 */
export const TIMING: Timing = { beatMs: 15_000, gatherMs: 100, trustMs: 3000 };

/** Beyond this many changes, reading everything again is cheaper. */
const GATHERED_MAX = 100;
const RECONNECT_MS = 2000;

const encoder = new TextEncoder();

/**
 * Opens a stream. It ends with the viewer's session, and heartbeats let both ends notice a lost connection.
 * Nothing is written to a slow reader. When it reads again, it learns that it missed something.
 */
export function openStream({ stillIn, teamsSeen, envelopesSeen, gone }: Owner, timing: Timing): LiveStream {
  /** The changed envelopes, with their team if it is private. */
  const changed = new Map<string, string | null>();
  let mark = '';
  let isStale = false;
  let ended = false;
  let checkedAt = performance.now();
  let gathering: NodeJS.Timeout | null = null;
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;

  const finish = () => {
    if (ended) return;
    ended = true;
    clearInterval(beating);
    if (gathering !== null) clearTimeout(gathering);
    gone();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        sink = controller;
        controller.enqueue(encoder.encode(`retry: ${RECONNECT_MS}\n\n`));
      },
      cancel: finish,
    },
    { highWaterMark: 16 },
  );
  const write = (event: string, data: unknown) => {
    const id = mark === '' ? '' : `id: ${mark}\n`;
    sink?.enqueue(encoder.encode(`event: ${event}\n${id}data: ${JSON.stringify(data)}\n\n`));
  };
  const end = () => {
    if (ended) return;
    finish();
    sink?.close();
  };
  const checkSession = async () => {
    // A lost database connection says nothing about the session: the next heartbeat checks again.
    const lasts = await stillIn().catch(() => true);
    checkedAt = performance.now();
    if (!lasts && !ended) {
      write('ended', {});
      end();
    }
    return !ended;
  };
  const flush = async () => {
    gathering = null;
    if (performance.now() - checkedAt > timing.trustMs && !(await checkSession())) return;
    if (ended || (sink?.desiredSize ?? 0) <= 0) return;
    const wasStale = isStale || changed.size > GATHERED_MAX;
    const gathered = new Map(changed);
    isStale = false;
    changed.clear();
    const envelopeIds = wasStale ? null : await selectVisible(gathered);
    if (ended) return;
    if (envelopeIds === null) write('stale', {});
    else if (envelopeIds.length > 0) write('changed', { envelopeIds });
  };
  /** Returns the envelopes that the viewer may know about; null if this can't be determined. */
  const selectVisible = async (gathered: ReadonlyMap<string, string | null>) => {
    const teamIds = [...new Set(gathered.values())].filter((teamId) => teamId !== null);
    const seen = teamIds.length === 0 ? [] : await teamsSeen(teamIds).catch(() => null);
    if (seen === null) return null;
    const ids = [...gathered].flatMap(([id, teamId]) => (teamId === null || seen.includes(teamId) ? id : []));
    return ids.length === 0 ? [] : await envelopesSeen(ids).catch(() => null);
  };
  const sendHeartbeat = async () => {
    if (!(await checkSession())) return;
    if ((sink?.desiredSize ?? 0) > 0) write('beat', {});
    if (gathering === null) await flush();
  };
  const beating = setInterval(() => void sendHeartbeat(), timing.beatMs);
  const gather = () => {
    if (!ended) gathering ??= setTimeout(() => void flush(), timing.gatherMs);
  };

  return {
    body,
    ready: (at) => {
      mark = at;
      write('ready', {});
    },
    changed: ({ envelopeId, privateTeamId }, at) => {
      mark = at;
      if (changed.size <= GATHERED_MAX) changed.set(envelopeId, privateTeamId);
      gather();
    },
    stale: (at) => {
      mark = at;
      isStale = true;
      gather();
    },
    end,
  };
}
