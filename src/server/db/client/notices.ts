import { setTimeout as delay } from 'node:timers/promises';

/** What the listeners of a channel get (PostgreSQL's NOTIFY). */
export type Notice = { readonly channel: string; readonly payload: string };

/** Sends notices in batches: what comes while one is on its way goes out with the next. */
export type Notices = {
  readonly send: (notices: readonly Notice[]) => void;
  /** Waits briefly for the notices on their way. None is sent afterwards. */
  readonly close: () => Promise<void>;
};

const CLOSE_MS = 1000;

/**
 * A notice only says that it's worth looking. It isn't sent within its transaction, where NOTIFY would hold a lock of the whole database
 * while the commit is flushed to disk, so commits would go one by one. The price: a process that dies right after a commit never
 * sends it, so listeners also look from time to time.
 */
export function openNotices(
  notify: (notices: readonly Notice[]) => Promise<unknown>,
  onLost: (error: unknown) => void,
): Notices {
  const waiting = new Map<string, Notice>();
  let sending: Promise<void> | null = null;
  let closed = false;
  const sendAll = async () => {
    while (waiting.size > 0 && !closed) {
      const notices = [...waiting.values()];
      waiting.clear();
      // A connection may have been lost while idle, so once more.
      await notify(notices)
        .catch(() => notify(notices))
        .catch(onLost);
    }
    sending = null;
  };
  return {
    send: (notices) => {
      for (const notice of notices) waiting.set(`${notice.channel} ${notice.payload}`, notice);
      if (waiting.size > 0) sending ??= sendAll();
    },
    close: async () => {
      await Promise.race([sending, delay(CLOSE_MS, undefined, { ref: false })]);
      closed = true;
    },
  };
}
