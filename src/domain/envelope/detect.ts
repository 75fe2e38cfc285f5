import { accept, refuse, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import { mergeFound, type Found } from './found-fields.ts';
import { documentOf, type EnvelopeGraph } from './graph.ts';
import { LIFECYCLE, refuseByStatus } from './lifecycle.ts';
import { readingRequested } from './queued-detection.ts';
import { refuseProcessed } from './upload.ts';

/** The sender asks for detection, again or for the first time: it counts as begun, so that nobody edits meanwhile. */
export function requestDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('detect', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (documentOf(graph, 'prepared') === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });
  return { ...begun(), effects: [readingRequested(envelope)] };
}

/** The job begins with what was queued. An envelope that has moved on, or is being detected already, stays as it is. */
export function startDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const isDue = envelope.detectionStatus === 'queued' && refuseByStatus('detect', envelope) === null;
  return isDue && documentOf(graph, 'prepared') !== null ? begun() : accept({});
}

/** Adds what was found to the draft and keeps everything that the sender has placed. */
export function completeDetection(graph: EnvelopeGraph, found: Found, facts: Facts): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  const { fields, parties } = mergeFound(graph, found, facts);
  return accept({
    patch: {
      envelope: {
        status: LIFECYCLE['finish-detection'].to,
        detectionStatus: 'completed',
        detectedParties: parties.length === 0 ? null : parties,
      },
      fields: { replace: [...graph.fields, ...fields] },
    },
    events: [
      {
        action: 'envelope.detection_completed',
        payload: { fieldCount: fields.length, partyCount: parties.length },
      },
    ],
  });
}

/** Detection was tried for the last time: the draft is left as it was, for the sender to place the fields. */
export function failDetection(graph: EnvelopeGraph, reason: string): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  return accept({
    patch: { envelope: { status: LIFECYCLE['finish-detection'].to, detectionStatus: 'failed' } },
    events: [{ action: 'envelope.detection_failed', payload: { reason } }],
  });
}

/** A document that has been read for far too long, because every worker that tried was killed: the draft goes on without. */
export function giveUpReading(graph: EnvelopeGraph, { now }: Facts): Decision {
  const isOverdue = Date.parse(graph.envelope.updatedAt) <= Date.parse(now) - LIMITS.readingGivenUpMs;
  if (!isOverdue) return accept({});
  return graph.envelope.documentStatus === 'processing'
    ? refuseProcessed(graph, 'conversion_failed')
    : failDetection(graph, 'crash');
}

function begun() {
  return accept({
    patch: { envelope: { status: LIFECYCLE.detect.to, detectionStatus: 'running' } },
    events: [{ action: 'envelope.detection_started', payload: {} }],
  });
}
