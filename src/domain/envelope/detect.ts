import { accept, refuse, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import { mergeFound, type Found } from './found-fields.ts';
import { documentOf, type EnvelopeGraph } from './graph.ts';
import { LIFECYCLE, refuseByStatus } from './lifecycle.ts';
import { readingRequested } from './queued-detection.ts';
import { refuseProcessed } from './upload.ts';

/** Requests detection and counts it as started, so that nobody edits meanwhile. */
export function requestDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('detect', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (documentOf(graph, 'prepared') === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });
  return { ...begun(), effects: [readingRequested(envelope)] };
}

/** Starts queued detection. Does nothing if the envelope has moved on or detection is already running. */
export function startDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const isDue = envelope.detectionStatus === 'queued' && refuseByStatus('detect', envelope) === null;
  return isDue && documentOf(graph, 'prepared') !== null ? begun() : accept({});
}

/** Adds the detected fields to the draft and keeps everything the sender has placed. */
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

/** Gives up on detection after the last attempt and leaves the draft as it is. */
export function failDetection(graph: EnvelopeGraph, reason: string): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  return accept({
    patch: { envelope: { status: LIFECYCLE['finish-detection'].to, detectionStatus: 'failed' } },
    events: [{ action: 'envelope.detection_failed', payload: { reason } }],
  });
}

/** Gives up on a document that has been read for too long because every worker that tried was killed. */
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
