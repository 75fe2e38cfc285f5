import { LIMITS } from '#domain/limits.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { getRowStatus } from './row-status.ts';

/** Whether the reader is awaited themselves, in an envelope of their own. */
export function isSigningNow(item: EnvelopeListItem, userId: string | undefined): boolean {
  return getRowStatus(item).isMine === true && item.senderUserId === userId;
}

/** Whether those who are awaited can be reminded now: a person is once an hour. */
export function isRemindable(item: EnvelopeListItem, userId: string | undefined): boolean {
  const isRecent = (at: string | null) =>
    at !== null && Date.now() - Date.parse(at) < LIMITS.reminderWindowMs;
  return (
    item.waitingFor !== null &&
    !isSigningNow(item, userId) &&
    !item.signers.some(({ lastRemindedAt }) => isRecent(lastRemindedAt))
  );
}
