import type { Envelope, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Returns a participant's changes for a new link: the epoch that replaces older links, and the next reminder. */
export function issueLink(participant: Participant, envelope: Envelope, now: Timestamp) {
  return {
    id: participant.id,
    linkEpoch: participant.linkEpoch + 1,
    linkIssuedAt: now,
    reminderCount: 0,
    nextReminderAt:
      envelope.reminderPolicy === null ? null : daysAfter(now, envelope.reminderPolicy.firstAfterDays),
    deliveryFailedAt: null,
  };
}

export function daysAfter(now: Timestamp, days: number): Timestamp {
  return new Date(Date.parse(now) + days * DAY_MS).toISOString();
}
