import { accept, refuse, type Accept, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { addDays } from './links.ts';
import { refuseByStatusOrExpiry } from './lifecycle.ts';
import { isEmailed } from './participant-delivery.ts';
import { listCurrentSigners } from './turn.ts';

/**
 * Reminds the current signers, or one of them, at the sender's request. Each signer is reminded at most once
 * an hour. Refuses only if every one of them was reminded within the last hour.
 */
export function remind(graph: EnvelopeGraph, facts: Facts, participantId?: string): Decision {
  const { status } = graph.envelope;
  if (participantId !== undefined && !graph.participants.some(({ id }) => id === participantId))
    return refuse('not_found');
  const refused = refuseByStatusOrExpiry('remind', graph.envelope, facts.now);
  if (refused !== null) return refused;
  const asked = listCurrentSigners(graph.participants).filter(
    ({ id }) => participantId === undefined || id === participantId,
  );
  if (asked.length === 0) return refuse('invalid_state', { status });
  const emailed = asked.filter(isEmailed);
  if (emailed.length === 0) return refuse('invalid_state', { status, reason: 'not_emailed' });
  const free = emailed.filter((signer) => getWindowEnd(signer) <= facts.now);
  if (free.length > 0) return remindSigners(graph, free, { automatic: false }, facts);
  const nextReminderAt = emailed.map(getWindowEnd).reduce((one, other) => (other < one ? other : one));
  return refuse('reminder_window', {
    nextReminderAt,
    retryAfterSeconds: Math.ceil((Date.parse(nextReminderAt) - Date.parse(facts.now)) / 1000),
  });
}

/** Sends the automatic reminders that are still due. */
export function remindByPolicy(graph: EnvelopeGraph, facts: Facts): Decision {
  if (refuseByStatusOrExpiry('remind', graph.envelope, facts.now) !== null) return accept({});
  const due = listCurrentSigners(graph.participants).filter(
    ({ nextReminderAt }) => nextReminderAt !== null && nextReminderAt <= facts.now,
  );
  return due.length === 0 ? accept({}) : remindSigners(graph, due, { automatic: true }, facts);
}

function remindSigners(
  graph: EnvelopeGraph,
  signers: readonly Participant[],
  kind: { automatic: boolean },
  facts: Facts,
): Accept {
  const { organizationId, id: envelopeId } = graph.envelope;
  return accept({
    patch: {
      participants: {
        update: signers.map((signer) => {
          const reminderCount = signer.reminderCount + (kind.automatic ? 1 : 0);
          const nextReminderAt = computeNextReminder(graph, signer, reminderCount, facts);
          return { id: signer.id, lastRemindedAt: facts.now, reminderCount, nextReminderAt };
        }),
      },
    },
    events: signers.map(({ id: participantId }) => ({
      action: 'participant.reminder_sent',
      payload: { participantId, ...kind },
    })),
    effects: signers.map(({ id: participantId }) => ({
      name: 'svc/participant.reminder_sent',
      payload: { organizationId, envelopeId, participantId },
    })),
  });
}

/**
 * Returns when the next automatic reminder is due, counted from this one, so that a worker that was down
 * doesn't send all the reminders that it missed. A manual reminder only delays the next automatic one.
 */
function computeNextReminder(
  graph: EnvelopeGraph,
  signer: Participant,
  reminderCount: number,
  facts: Facts,
): Timestamp | null {
  const policy = graph.envelope.reminderPolicy;
  if (policy === null || signer.nextReminderAt === null || reminderCount >= policy.maxReminders) return null;
  const counted = addDays(facts.now, policy.everyDays);
  return counted > signer.nextReminderAt ? counted : signer.nextReminderAt;
}

/**
 * Returns when the hour after the participant's last reminder ends. The result is in the past if they had
 * none.
 */
function getWindowEnd({ lastRemindedAt }: Participant): Timestamp {
  const last = lastRemindedAt === null ? 0 : Date.parse(lastRemindedAt) + LIMITS.reminderWindowMs;
  return new Date(last).toISOString();
}
