import { accept, refuse, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import { mergeFound, type Found } from './found-fields.ts';
import { documentOf, type EnvelopeGraph } from './graph.ts';
import { LIFECYCLE, refuseByStatus } from './lifecycle.ts';
import { refuseFile } from './files/receive-file.ts';
import { queuedDetection, readingRequested } from './queued-detection.ts';
import { refuseProcessed } from './upload.ts';

/** Requests detection and counts it as started, so that nobody edits meanwhile. */
export function requestDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('detect', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (documentOf(graph, 'prepared') === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });
  const files = graph.files.map((file) => ({ ...file, detectionWanted: file.content !== null }));
  return { ...begun(files), effects: [readingRequested(envelope)] };
}

/** Starts queued detection. Does nothing if the envelope has moved on or detection is already running. */
export function startDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const isDue = envelope.detectionStatus === 'queued' && refuseByStatus('detect', envelope) === null;
  return isDue && documentOf(graph, 'prepared') !== null ? begun(graph.files) : accept({});
}

/**
 * Adds the detected fields to the draft and keeps everything the sender has placed. Files that came meanwhile are read next;
 * `readFiles` are those that have been read, by default all.
 */
export function completeDetection(
  graph: EnvelopeGraph,
  found: Found,
  facts: Facts,
  readFiles: readonly string[] = graph.files.map(({ id }) => id),
): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  const { fields, parties } = mergeFound(graph, found, facts);
  const files = graph.files.map((file) =>
    readFiles.includes(file.id) ? { ...file, detectionWanted: false } : file,
  );
  const isMoreWanted = files.some(({ content, detectionWanted }) => content !== null && detectionWanted);
  const next = isMoreWanted ? queuedDetection(graph.envelope) : null;
  return accept({
    patch: {
      envelope: {
        status: LIFECYCLE['finish-detection'].to,
        detectionStatus: 'completed',
        detectedParties: parties.length === 0 ? null : parties,
        ...next?.changes,
      },
      files,
      fields: { replace: [...graph.fields, ...fields] },
    },
    events: [
      {
        action: 'envelope.detection_completed',
        payload: { fieldCount: fields.length, partyCount: parties.length },
      },
    ],
    effects: next?.effects ?? [],
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
  const file = graph.files.find(({ status }) => status === 'processing');
  if (file !== undefined) return refuseFile(graph, file.id, 'conversion_failed');
  return graph.envelope.documentStatus === 'processing'
    ? refuseProcessed(graph, 'conversion_failed')
    : failDetection(graph, 'crash');
}

function begun(files: EnvelopeGraph['files']) {
  return accept({
    patch: { envelope: { status: LIFECYCLE.detect.to, detectionStatus: 'running' }, files },
    events: [{ action: 'envelope.detection_started', payload: {} }],
  });
}
