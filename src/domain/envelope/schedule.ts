import { accept, refuseInvalid, type Decision } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph } from './graph.ts';
import type { Timestamp } from '../timestamp.ts';
import { refuseByStatus } from './lifecycle.ts';
import { withoutQueuedDetection } from './queued-detection.ts';
import type { SendSources } from './name.ts';
import { send } from './send.ts';

/** Sends the envelope at a later time. It has to be ready to be sent now; the draft may still change until then. */
export function schedule(
  graph: EnvelopeGraph,
  sendAt: Timestamp,
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
    patch: { envelope: { scheduledSendAt: sendAt, ...withoutQueuedDetection(graph.envelope) } },
    events: [{ action: 'envelope.scheduled', payload: { sendAt } }],
  });
}

/** Takes the time of sending away; the draft stays as it is. Nothing happens where there is none. */
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

/** Sends an envelope whose time has come; where it is not ready any more, the schedule is dropped and the log says why. */
export function sendAsScheduled(graph: EnvelopeGraph, sources: SendSources, facts: Facts): Decision {
  const { scheduledSendAt } = graph.envelope;
  if (scheduledSendAt === null || scheduledSendAt > facts.now) return accept({});
  const sent = send(graph, sources, facts);
  if (sent.kind === 'accept') return sent;
  return accept({
    patch: { envelope: { scheduledSendAt: null } },
    events: [{ action: 'envelope.schedule_failed', payload: { reason: sent.code } }],
  });
}
