import { LIMITS } from '#domain/limits.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { getRowStatus } from './row-status.ts';

/** Checks whether an envelope that the reader sent is waiting for the reader's own signature. */
export function isSigningNow(item: EnvelopeListItem, userId: string | undefined): boolean {
  return getRowStatus(item).isMine === true && item.senderUserId === userId;
}

/**
 * Checks whether the people that the envelope is waiting for can be reminded now. Each person can be reminded
 * once an hour.
 */
export function isRemindable(item: EnvelopeListItem, userId: string | undefined): boolean {
  const isRecent = (at: string | null) =>
    at !== null && Date.now() - Date.parse(at) < LIMITS.reminderWindowMs;
  return (
    item.waitingFor !== null &&
    !isSigningNow(item, userId) &&
    !item.signers.some(({ lastRemindedAt }) => isRecent(lastRemindedAt))
  );
}
