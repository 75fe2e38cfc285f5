import { getAttention } from '#domain/envelope/attention.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { listCurrentSigners } from '#domain/envelope/turn.ts';
import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import { toWireCopies } from '#wire/copies.ts';
import { toWireDocuments } from '#wire/document.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import type { ListedEnvelope, ListedParticipant } from '#server/db/list/rows.ts';

/** Converts an envelope for lists, as of `now`. */
export function toListItem(row: ListedEnvelope, now: Timestamp): EnvelopeListItem {
  const { envelope, participants } = row;
  const { latestAction, latestActionAt, standingAttention: _standing, notices, ...shown } = envelope;
  const { detectedParties, metadata } = shown;
  return {
    ...shown,
    metadata: metadata === null ? null : { ...metadata },
    detectedParties: detectedParties === null ? null : [...detectedParties],
    copies: toWireCopies(envelope.copies),
    document: notices === null ? null : { notices: [...notices] },
    documents: toWireDocuments(row.files),
    labels: [...row.labels],
    participantCount: participants.length,
    signedCount: participants.filter(({ status }) => status === 'signed').length,
    latestActivity: {
      action: latestAction,
      label: EVENT_CATALOGUE[latestAction].label,
      occurredAt: latestActionAt,
    },
    signers: participants.map(toSigner),
    waitingFor: findWaitingFor(row),
    attention: getAttention(envelope, now),
  };
}

/**
 * A turn starts when everyone before has signed or when the envelope is sent. A new link or a reminder
 * doesn't start it.
 */
function findWaitingFor({ envelope, participants }: ListedEnvelope): EnvelopeListItem['waitingFor'] {
  const [signer, ...others] = envelope.status === 'in_progress' ? listCurrentSigners(participants) : [];
  if (signer === undefined || envelope.sentAt === null) return null;
  const before = participants.flatMap(({ orderIndex, signedAt }) =>
    orderIndex < signer.orderIndex ? (signedAt ?? []) : [],
  );
  const since = before.sort().at(-1) ?? envelope.sentAt;
  return { participantId: signer.id, name: signer.name, since, otherCount: others.length };
}

function toSigner(participant: ListedParticipant): EnvelopeListItem['signers'][number] {
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
