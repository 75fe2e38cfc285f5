import { accept, refuse, type Accept, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { hasExpired } from './expire.ts';
import { daysAfter } from './issue-link.ts';
import { refuseByStatus } from './lifecycle.ts';
import { currentSigner } from './turn.ts';

/** Reminds the current signer at the sender's request, at most once an hour. */
export function remind(graph: EnvelopeGraph, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('remind', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (hasExpired(graph.envelope, facts.now))
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'expired' });
  const signer = currentSigner(graph.participants);
  if (signer === null) return refuse('invalid_state', { status: graph.envelope.status });
  const nextReminderAt = windowEnd(signer);
  if (nextReminderAt !== null && nextReminderAt > facts.now)
    return refuse('reminder_window', {
      nextReminderAt,
      retryAfterSeconds: Math.ceil((Date.parse(nextReminderAt) - Date.parse(facts.now)) / 1000),
    });
  return reminded(graph, signer, { automatic: false }, facts);
}

/** Sends an automatic reminder, if one is still due. */
export function remindByPolicy(graph: EnvelopeGraph, facts: Facts): Decision {
  if (refuseByStatus('remind', graph.envelope) !== null || hasExpired(graph.envelope, facts.now))
    return accept({});
  const signer = currentSigner(graph.participants);
  if (signer?.nextReminderAt == null || signer.nextReminderAt > facts.now) return accept({});
  return reminded(graph, signer, { automatic: true }, facts);
}

function reminded(
  graph: EnvelopeGraph,
  signer: Participant,
  kind: { automatic: boolean },
  facts: Facts,
): Accept {
  const reminderCount = signer.reminderCount + (kind.automatic ? 1 : 0);
  const { organizationId, id: envelopeId } = graph.envelope;
  return accept({
    patch: {
      participants: {
        update: [
          {
            id: signer.id,
            lastRemindedAt: facts.now,
            reminderCount,
            nextReminderAt: next(graph, signer, reminderCount, facts),
          },
        ],
      },
    },
    events: [{ action: 'participant.reminder_sent', payload: { participantId: signer.id, ...kind } }],
    effects: [
      {
        name: 'svc/participant.reminder_sent',
        payload: { organizationId, envelopeId, participantId: signer.id },
      },
    ],
  });
}

/**
 * Counts the next reminder from this one, so that a worker that was down doesn't send all that it missed. A manual
 * reminder only delays it.
 */
function next(
  graph: EnvelopeGraph,
  signer: Participant,
  reminderCount: number,
  facts: Facts,
): Timestamp | null {
  const policy = graph.envelope.reminderPolicy;
  if (policy === null || signer.nextReminderAt === null || reminderCount >= policy.maxReminders) return null;
  const counted = daysAfter(facts.now, policy.everyDays);
  return counted > signer.nextReminderAt ? counted : signer.nextReminderAt;
}

function windowEnd(signer: Participant): Timestamp | null {
  if (signer.lastRemindedAt === null) return null;
  return new Date(Date.parse(signer.lastRemindedAt) + LIMITS.reminderWindowMs).toISOString();
}
