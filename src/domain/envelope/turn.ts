import type { EnvelopeGraph, Participant } from './graph.ts';
import { refuse, type Refuse } from '../decision.ts';
import type { Timestamp } from '../timestamp.ts';
import { type Operation, refuseByStatusOrExpiry } from './lifecycle.ts';

/** Participants with the same order index form a group and sign in parallel. */
type InOrder = Pick<Participant, 'status' | 'orderIndex'>;

/**
 * Returns the pending participants of the lowest group that has any. It's their turn while the envelope is in
 * progress. A group starts when everyone before it is done.
 */
export function listCurrentSigners<P extends InOrder>(participants: readonly P[]): P[] {
  const pending = participants.filter(({ status }) => status === 'pending');
  const lowest = Math.min(...pending.map(({ orderIndex }) => orderIndex));
  return pending.filter(({ orderIndex }) => orderIndex === lowest);
}

export function isCurrentSigner({ participants }: Pick<EnvelopeGraph, 'participants'>, id: string): boolean {
  return listCurrentSigners(participants).some((participant) => participant.id === id);
}

export function hasTurn(graph: EnvelopeGraph, participantId: string): boolean {
  return graph.envelope.status === 'in_progress' && isCurrentSigner(graph, participantId);
}

/**
 * Returns who gets a link once a participant is done: the next group, or nobody while others in the
 * participant's own group are pending.
 */
export function listNextSigners(graph: EnvelopeGraph, doneId: string): Participant[] {
  const left = listCurrentSigners(graph.participants.filter(({ id }) => id !== doneId));
  return left.filter(({ id }) => !isCurrentSigner(graph, id));
}

/**
 * Returns the participant who may act now, or the refusal: the participant is unknown, the status is wrong,
 * the envelope has expired, or it isn't their turn.
 */
export function resolveActingSigner(
  graph: EnvelopeGraph,
  participantId: string,
  operation: Operation,
  now: Timestamp,
): { kind: 'signer'; participant: Participant } | Refuse {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return refuse('not_found');
  const refused = refuseByStatusOrExpiry(operation, graph.envelope, now);
  if (refused !== null) return refused;
  if (!hasTurn(graph, participantId)) return refuse('not_your_turn');
  return { kind: 'signer', participant };
}
