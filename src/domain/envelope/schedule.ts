import { accept, refuseInvalid, type Accept, type Decision } from '../decision.ts';
import type { Loss } from '../organization/may-still.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { refuseByStatus } from './lifecycle.ts';
import { withoutQueuedDetection } from './queued-detection.ts';
import type { SendSources } from './name.ts';
import { send } from './send.ts';

/**
 * Schedules sending on behalf of a member. The envelope must be ready now, but may still change before it is
 * sent.
 */
export function schedule(
  graph: EnvelopeGraph,
  { sendAt, scheduledBy }: { readonly sendAt: Timestamp; readonly scheduledBy: string },
  sources: SendSources,
  facts: Facts,
): Decision {
  if (sendAt <= facts.now) return refuseInvalid('/sendAt', 'must be in the future');
  const ready = send(graph, sources, facts);
  if (ready.kind === 'refuse') return ready;
  const { expiresAt } = graph.envelope;
  if (expiresAt !== null && expiresAt <= sendAt)
    return refuseInvalid('/sendAt', 'must be before the envelope expires');
  return accept({
    patch: {
      envelope: {
        scheduledSendAt: sendAt,
        scheduledBy,
        scheduleFailedAt: null,
        ...withoutQueuedDetection(graph.envelope),
      },
    },
    events: [{ action: 'envelope.scheduled', payload: { sendAt } }],
  });
}

/** Cancels scheduled sending and leaves the draft as it is. */
export function unschedule(graph: EnvelopeGraph): Decision {
  const refusedByStatus = refuseByStatus('schedule', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  const { scheduledSendAt: sendAt } = graph.envelope;
  if (sendAt === null) return accept({});
  return accept({
    patch: { envelope: { scheduledSendAt: null } },
    events: [{ action: 'envelope.schedule_canceled', payload: { sendAt } }],
  });
}

/** Sends a due envelope. If it is no longer ready, cancels the schedule and logs why. */
export function sendAsScheduled(graph: EnvelopeGraph, sources: SendSources, facts: Facts): Decision {
  if (!isDue(graph, facts)) return accept({});
  const sent = send(graph, sources, facts);
  return sent.kind === 'accept' ? sent : failSchedule(graph, sent.code, facts);
}

/**
 * Holds a due envelope because the person who scheduled it may no longer send it. It stays a draft until
 * someone else decides.
 */
export function holdScheduled(graph: EnvelopeGraph, loss: Loss, facts: Facts): Decision {
  return isDue(graph, facts) ? failSchedule(graph, `sender_${loss}`, facts) : accept({});
}

function isDue({ envelope: { scheduledSendAt } }: EnvelopeGraph, { now }: Facts): boolean {
  return scheduledSendAt !== null && scheduledSendAt <= now;
}

function failSchedule({ envelope }: EnvelopeGraph, reason: string, { now }: Facts): Accept {
  const { organizationId, id: envelopeId } = envelope;
  return accept({
    patch: { envelope: { scheduledSendAt: null, scheduleFailedAt: now } },
    events: [{ action: 'envelope.schedule_failed', payload: { reason } }],
    effects: [{ name: 'svc/envelope.schedule_failed', payload: { organizationId, envelopeId } }],
  });
}
