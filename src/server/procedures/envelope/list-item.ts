import { attentionOf } from '#domain/envelope/attention.ts';
import type { Participant, Timestamp } from '#domain/envelope/graph.ts';
import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import { toWireEnvelope } from '#wire/envelope-graph.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import type { ListedEnvelope } from '#server/db/envelope-list.ts';

/** An envelope as lists show it at the time `now`. */
export function toListItem(row: ListedEnvelope, now: Timestamp): EnvelopeListItem {
  const { envelope, participants } = row;
  return {
    ...toWireEnvelope(envelope, row),
    teamName: row.teamName,
    participantCount: participants.length,
    signedCount: participants.filter(({ status }) => status === 'signed').length,
    latestActivity: {
      label: EVENT_CATALOGUE[envelope.latestAction].label,
      occurredAt: envelope.latestActionAt,
    },
    signers: participants.map(toSigner),
    attention: attentionOf(envelope, now),
  };
}

function toSigner(participant: Participant): EnvelopeListItem['signers'][number] {
  const { id, name, status, declineReason, latestAction, latestActionAt, lastRemindedAt, nextReminderAt } =
    participant;
  return {
    participantId: id,
    name,
    status,
    declineReason,
    lastEventLabel: latestAction === null ? null : EVENT_CATALOGUE[latestAction].label,
    lastEventAt: latestActionAt,
    lastRemindedAt,
    nextReminderAt,
  };
}
