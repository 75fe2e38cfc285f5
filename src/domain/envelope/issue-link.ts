import type { NewEvent } from '../event/catalogue.ts';
import type { Envelope, Participant } from './graph.ts';
import { isEmailed } from './participant-delivery.ts';
import type { Timestamp } from '../timestamp.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns a participant's changes for a new link: a higher epoch, which replaces older links and sessions,
 * and the next reminder if the participant is emailed.
 */
export function issueLink(participant: Participant, envelope: Envelope, now: Timestamp) {
  return {
    id: participant.id,
    linkEpoch: participant.linkEpoch + 1,
    linkIssuedAt: now,
    reminderCount: 0,
    nextReminderAt:
      envelope.reminderPolicy === null || !isEmailed(participant)
        ? null
        : addDays(now, envelope.reminderPolicy.firstAfterDays),
    deliveryFailedAt: null,
  };
}

/**
 * Returns the events for the links that participants get when their turn comes. Only emailed participants get
 * a link.
 */
export function buildLinkEvents(participants: readonly Participant[]): NewEvent[] {
  return participants.filter(isEmailed).map(({ id, linkEpoch, email }) => ({
    action: 'participant.link_issued',
    payload: { participantId: id, epoch: linkEpoch + 1, email },
  }));
}

export function addDays(now: Timestamp, days: number): Timestamp {
  return new Date(Date.parse(now) + days * DAY_MS).toISOString();
}
