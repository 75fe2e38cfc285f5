import { setTimeout as delay } from 'node:timers/promises';

/** What a channel's listeners receive (PostgreSQL's NOTIFY). */
export type Notice = { readonly channel: string; readonly payload: string };

/** Sends notices in batches. Notices that arrive while a batch is being sent go out with the next one. */
export type Notices = {
  readonly send: (notices: readonly Notice[]) => void;
  /** Waits briefly for the notices that are being sent. None is sent afterwards. */
  readonly close: () => Promise<void>;
};

const CLOSE_MS = 1000;

/**
 * Opens the sender of notices. A notice only tells listeners that it's worth looking. It isn't sent within
 * its transaction, because NOTIFY would hold a lock on the whole database while the commit is flushed to
 * disk, so commits would run one at a time. The price: a process that dies right after a commit never sends
 * its notice, so listeners also look from time to time.
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
      // Tries once more, because the connection may have been lost while idle.
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
