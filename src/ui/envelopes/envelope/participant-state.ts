import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { LIFECYCLE } from '#domain/envelope/lifecycle.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireParticipant } from '#wire/participant.ts';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Tone } from '#ui/kit/intent.ts';

/** Where a participant stands, in words, and since when that is known. */
export type ParticipantState = {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: IconName;
  readonly since: string | null;
};

/** Says where a participant of an envelope stands. */
export function participantState(graph: WireGraph, participant: WireParticipant): ParticipantState {
  if (participant.status === 'signed')
    return { label: 'Signed', tone: 'ok', icon: 'check', since: participant.signedAt };
  if (participant.status === 'declined')
    return { label: 'Declined', tone: 'danger', icon: 'ban', since: participant.declinedAt };
  if (graph.envelope.status !== 'in_progress')
    return { ...STANDING[standing(graph.envelope.status)], since: null };
  const first = graph.participants.find(({ status }) => status === 'pending');
  if (first?.id !== participant.id)
    return { label: 'Comes later', tone: 'neutral', icon: 'clock', since: null };
  return participant.lastViewedAt === null
    ? { label: 'Has been asked to sign', tone: 'accent', icon: 'send', since: null }
    : { label: 'Has opened it', tone: 'accent', icon: 'eye', since: participant.lastViewedAt };
}

/** Whether the operation is one that the envelope's status allows. */
export function allows(operation: keyof typeof LIFECYCLE, status: EnvelopeStatus): boolean {
  const allowed: readonly EnvelopeStatus[] = LIFECYCLE[operation].from;
  return allowed.includes(status);
}

const STANDING = {
  before: { label: 'Not asked yet', tone: 'neutral', icon: 'minus' },
  after: { label: 'Did not sign', tone: 'neutral', icon: 'minus' },
} as const;

function standing(status: EnvelopeStatus): keyof typeof STANDING {
  return allows('send', status) || status === 'detecting' ? 'before' : 'after';
}
