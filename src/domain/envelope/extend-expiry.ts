import { accept, refuse, refuseInvalid, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { expiresSoon, hasExpired } from './expire.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isEmailed } from './participant-delivery.ts';
import { listCurrentSigners } from './turn.ts';

/** Changes or removes the expiry date. Current signers get a link that is valid until the new date. */
export function extendExpiry(graph: EnvelopeGraph, expiresAt: Timestamp | null, facts: Facts): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('extend-expiry', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (hasExpired(envelope, facts.now))
    return refuse('invalid_state', { status: envelope.status, reason: 'expired' });
  if (expiresAt !== null && expiresAt <= facts.now)
    return refuseInvalid('/expiresAt', 'must be in the future');
  if (expiresAt === envelope.expiresAt) return accept({});
  const { organizationId, id: envelopeId } = envelope;
  // A date this near needs no separate warning.
  const expiryWarnedAt = expiresAt !== null && expiresSoon(expiresAt, facts.now) ? facts.now : null;
  return accept({
    patch: { envelope: { expiresAt, expiryWarnedAt } },
    events: [{ action: 'envelope.expiry_extended', payload: { expiresAt } }],
    effects: listCurrentSigners(graph.participants)
      .filter(isEmailed)
      .map(({ id: participantId }) => ({
        name: 'svc/envelope.expiry_extended',
        payload: { organizationId, envelopeId, participantId },
      })),
  });
}
