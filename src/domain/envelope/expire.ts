import { accept, type Decision } from '../decision.ts';
import type { Effect, EffectName } from '../effects.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { isSameAddress } from './same-address.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isNotified } from './participant-delivery.ts';
import { listCurrentSigners } from './turn.ts';

/** Expires an envelope that is due. Does nothing if the envelope has ended or was extended. */
export function expire(graph: EnvelopeGraph, facts: Facts): Decision {
  const { expiresAt } = graph.envelope;
  if (refuseByStatus('expire', graph.envelope) !== null) return accept({});
  if (expiresAt === null || expiresAt > facts.now) return accept({});
  return accept({
    patch: { envelope: { status: 'expired', expiredAt: facts.now } },
    events: [{ action: 'envelope.expired', payload: { expiresAt } }],
    effects: toConcerned(graph, 'svc/envelope.expired'),
  });
}

/** Warns the sender and the current signers three days before, once per expiry date. */
export function warnOfExpiry(graph: EnvelopeGraph, facts: Facts): Decision {
  const { expiresAt, expiryWarnedAt } = graph.envelope;
  if (refuseByStatus('expire', graph.envelope) !== null || expiryWarnedAt !== null) return accept({});
  if (expiresAt === null || expiresAt <= facts.now || !expiresSoon(expiresAt, facts.now)) return accept({});
  return accept({
    patch: { envelope: { expiryWarnedAt: facts.now } },
    events: [{ action: 'envelope.expiry_warned', payload: { expiresAt } }],
    effects: toConcerned(graph, 'svc/envelope.expiring'),
  });
}

/** Checks whether the envelope expires soon enough for a warning. */
export function expiresSoon(expiresAt: Timestamp, now: Timestamp): boolean {
  return Date.parse(expiresAt) - Date.parse(now) <= LIMITS.expiringSoonMs;
}

/** Checks whether the expiry date has passed, even if no job has expired the envelope yet. */
export function hasExpired({ expiresAt }: EnvelopeGraph['envelope'], now: Timestamp): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function toConcerned(
  graph: EnvelopeGraph,
  name: Extract<EffectName, 'svc/envelope.expired' | 'svc/envelope.expiring'>,
): Effect[] {
  const { organizationId, id: envelopeId, senderEmail } = graph.envelope;
  const signers = listCurrentSigners(graph.participants).filter(isNotified);
  const isSender = signers.some(({ email }) => isSameAddress(email, senderEmail));
  const recipients = [...(isSender ? [] : ['sender']), ...signers.map(({ id }) => id)];
  return recipients.map((recipient) => ({ name, payload: { organizationId, envelopeId, recipient } }));
}
