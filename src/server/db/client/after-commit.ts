import type { Transaction } from './client.ts';
import type { Notice } from './notices.ts';

const gathered = new WeakMap<Transaction, Notice[]>();

/** Returns the notices to send after a transaction. `notifyAfterCommit` adds to them. */
export function gatherNotices(tx: Transaction): readonly Notice[] {
  const notices: Notice[] = [];
  gathered.set(tx, notices);
  return notices;
}

/**
 * Notifies a channel's listeners once `tx` has committed. Throws if `tx` wasn't started by `transaction()`.
 */
export function notifyAfterCommit(tx: Transaction, notice: Notice): void {
  const notices = gathered.get(tx);
  if (notices === undefined)
    throw new Error(`no notices are sent after this transaction, as on ${notice.channel}`);
  notices.push(notice);
}
