import { expiresSoon } from './expiry.ts';
import type { Envelope, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { isSameAddress } from './same-address.ts';
import type { Attention } from './status.ts';
import type { Thread } from './thread.ts';
import { listCurrentSigners } from './turn.ts';

/** Returns what needs the sender's attention at `now`. */
export function getAttention(
  envelope: Pick<Envelope, 'status' | 'expiresAt' | 'standingAttention'>,
  now: Timestamp,
): Attention[] {
  return isExpiringSoon(envelope, now)
    ? [...envelope.standingAttention, 'expiring_soon']
    : [...envelope.standingAttention];
}

/** Returns the part of the attention that doesn't depend on the time. It is stored with the envelope. */
export function getStandingAttention(
  envelope: Envelope,
  participants: readonly Participant[],
  threads: readonly Pick<Thread, 'state'>[],
): Attention[] {
  const reasons: Attention[] = [];
  if (waitsForUnreachable(envelope, participants)) reasons.push('delivery_failed');
  if (envelope.status === 'declined' && envelope.replacedById === null) reasons.push('declined');
  if (envelope.status === 'expired') reasons.push('expired');
  if (hasFailedReading(envelope)) reasons.push('detection_failed');
  if (envelope.scheduleFailedAt !== null && isDraft(envelope)) reasons.push('schedule_failed');
  if (envelope.sealingFailedAt !== null && envelope.sealedAt === null) reasons.push('sealing_failed');
  if (envelope.sealLevel === 'B-B' && envelope.sealDueAt !== null) reasons.push('timestamp_missing');
  if (envelope.status === 'in_progress' && threads.some(({ state }) => state === 'open'))
    reasons.push('question');
  if (isSendersTurn(envelope, participants)) reasons.push('your_turn');
  return reasons;
}

/** Matters only for drafts: failed conversion or detection doesn't hold up a sent envelope. */
function hasFailedReading(envelope: Envelope): boolean {
  return envelope.detectionStatus === 'failed' && isDraft(envelope);
}

function isDraft({ status }: Envelope): boolean {
  return status === 'review' || status === 'draft';
}

/** A bounced email matters only while that person still has to sign. */
function waitsForUnreachable(envelope: Envelope, participants: readonly Participant[]): boolean {
  if (envelope.status !== 'in_progress') return false;
  return participants.some(
    ({ status, deliveryFailedAt }) => status === 'pending' && deliveryFailedAt !== null,
  );
}

function isExpiringSoon(envelope: Pick<Envelope, 'status' | 'expiresAt'>, now: Timestamp): boolean {
  if (envelope.status !== 'in_progress' || envelope.expiresAt === null) return false;
  return expiresSoon(envelope.expiresAt, now);
}

function isSendersTurn(envelope: Envelope, participants: readonly Participant[]): boolean {
  if (envelope.status !== 'in_progress') return false;
  return listCurrentSigners(participants).some(({ email }) => isSameAddress(email, envelope.senderEmail));
}
