import type { EnvelopeGraph, Participant } from './graph.ts';

/** Returns the pending participant with the lowest order index, whose turn it is while the envelope is in progress. */
export function currentSigner<P extends Pick<Participant, 'status' | 'orderIndex'>>(
  participants: readonly P[],
): P | null {
  let current: P | null = null;
  for (const participant of participants) {
    if (participant.status !== 'pending') continue;
    if (current === null || participant.orderIndex < current.orderIndex) current = participant;
  }
  return current;
}

export function isTurnOf(graph: EnvelopeGraph, participantId: string): boolean {
  return graph.envelope.status === 'in_progress' && currentSigner(graph.participants)?.id === participantId;
}
