import { refuse, type Refuse } from '../decision.ts';
import { hasExpired } from './expire.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { refuseByStatus, type Operation } from './lifecycle.ts';
import { hasTurn } from './turn.ts';

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
  const refusedByStatus = refuseByStatus(operation, graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (hasExpired(graph.envelope, now))
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'expired' });
  if (!hasTurn(graph, participantId)) return refuse('not_your_turn');
  return { kind: 'signer', participant };
}
