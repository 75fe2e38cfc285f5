import { expiresSoon } from './expire.ts';
import type { Envelope, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Attention } from './status.ts';
import { currentSigner } from './turn.ts';

/** What about an envelope needs its sender's attention at the time `now`. */
export function attentionOf(
  envelope: Pick<Envelope, 'status' | 'expiresAt' | 'standingAttention'>,
  now: Timestamp,
): Attention[] {
  return isExpiringSoon(envelope, now)
    ? [...envelope.standingAttention, 'expiring_soon']
    : [...envelope.standingAttention];
}

/** The part of it that only an event brings about or ends, whatever the time. */
export function standingAttention(envelope: Envelope, participants: readonly Participant[]): Attention[] {
  const reasons: Attention[] = [];
  if (waitsForUnreachable(envelope, participants)) reasons.push('delivery_failed');
  if (envelope.status === 'declined') reasons.push('declined');
  if (envelope.status === 'expired') reasons.push('expired');
  if (hasFailedReading(envelope)) reasons.push('detection_failed');
  if (envelope.sealingFailedAt !== null && envelope.sealedAt === null) reasons.push('sealing_failed');
  if (isSendersTurn(envelope, participants)) reasons.push('your_turn');
  return reasons;
}

/** Neither a document that could not be used nor fields that could not be found hold up what has been sent. */
function hasFailedReading({ detectionStatus, status }: Envelope): boolean {
  return detectionStatus === 'failed' && (status === 'review' || status === 'draft');
}

/** A refused mail to somebody who has signed, or about an envelope that has ended, is in the log: nothing can be done about it. */
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
  return currentSigner(participants)?.email.toLowerCase() === envelope.senderEmail.toLowerCase();
}
