import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createRefusal } from '#domain/errors.ts';
import type { Principal } from '#server/surface/principal.ts';

/**
 * Refuses agents that change a scheduled envelope. A person has confirmed it, and an agent that changes it
 * would decide what is sent and to whom.
 */
export function refuseAgentOfScheduled(principal: Principal, { envelope }: EnvelopeGraph): void {
  if (principal.kind === 'agent' && envelope.scheduledSendAt !== null)
    throw createRefusal('invalid_state', { status: envelope.status, reason: 'scheduled' });
}
