import { accept, type Accept, type Decision, refuseInvalid } from '../decision.ts';
import type { Effect, EffectName } from '../effects.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { isSameAddress } from './same-address.ts';
import { refuseByStatus, refuseByStatusOrExpiry } from './lifecycle.ts';
import { isEmailed, isNotified } from './participant-delivery.ts';
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

/** Changes or removes the expiry date. Current signers get a link that is valid until the new date. */
export function extendExpiry(graph: EnvelopeGraph, expiresAt: Timestamp | null, facts: Facts): Decision {
  const { envelope } = graph;
  const refused = refuseByStatusOrExpiry('extend-expiry', envelope, facts.now);
  if (refused !== null) return refused;
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

/** Checks whether the envelope expires soon enough for a warning. */
export function expiresSoon(expiresAt: Timestamp, now: Timestamp): boolean {
  return Date.parse(expiresAt) - Date.parse(now) <= LIMITS.expiringSoonMs;
}

/** A decision, and by how many milliseconds it moves the deadlines. */
type Advanced = Accept & { readonly milliseconds: number };

/**
 * Moves an envelope's deadlines closer, by `ms` or until the next one is due. This is how time passes in test
 * mode. Whatever becomes due is still recorded at the real time.
 */
export function advanceTime({ envelope, participants }: EnvelopeGraph, ms: number, facts: Facts): Advanced {
  const isSent = envelope.status === 'in_progress';
  const isScheduled = ['draft', 'review'].includes(envelope.status) && envelope.scheduledSendAt !== null;
  const reminded = participants.filter(({ nextReminderAt }) => isSent && nextReminderAt !== null);
  const deadlines = [
    ...(isSent || isScheduled ? [envelope.scheduledSendAt, envelope.expiresAt] : []),
    ...reminded.map(({ nextReminderAt }) => nextReminderAt),
  ].flatMap((at) => (at === null ? [] : Date.parse(at)));
  if (deadlines.length === 0) return { ...accept({}), milliseconds: 0 };
  const warning =
    isSent && envelope.expiresAt !== null ? [Date.parse(envelope.expiresAt) - LIMITS.expiringSoonMs] : [];
  const waits = [...deadlines, ...warning].map((at) => at - Date.parse(facts.now)).filter((wait) => wait > 0);
  const milliseconds = Math.min(ms, ...waits);
  const moveCloser = (at: Timestamp | null) =>
    at === null ? null : new Date(Date.parse(at) - milliseconds).toISOString();
  const [expiresAt, scheduledSendAt] = [moveCloser(envelope.expiresAt), moveCloser(envelope.scheduledSendAt)];
  const decision = accept({
    patch: {
      envelope: { expiresAt, scheduledSendAt },
      participants: {
        update: reminded.map(({ id, nextReminderAt }) => ({
          id,
          nextReminderAt: moveCloser(nextReminderAt),
        })),
      },
    },
    events: [
      { action: 'envelope.time_advanced', payload: { milliseconds, expiresAt, sendAt: scheduledSendAt } },
    ],
  });
  return { ...decision, milliseconds };
}
