import { accept, refuse, type Decision } from '../decision.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import { mergeFound, type Found } from './found-fields.ts';
import { findDocument, type EnvelopeGraph } from './graph.ts';
import { LIFECYCLE, refuseByStatus } from './lifecycle.ts';
import { findFile, listReceivedFiles } from './files/file.ts';
import { refuseFile } from './files/receive-file.ts';
import { queueDetection, requestReading } from './queued-detection.ts';
import { refuseProcessed } from './upload.ts';

/** Requests detection and marks it as started, so that nobody edits the draft in the meantime. */
export function requestDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('detect', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (findDocument(graph, 'prepared') === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });
  const files = graph.files.map((file) =>
    file.content === null ? file : { ...file, detectionWanted: true },
  );
  return { ...beginDetection(files), effects: [requestReading(envelope)] };
}

/** Starts queued detection. Does nothing if the envelope has moved on or if detection is already running. */
export function startDetection(graph: EnvelopeGraph): Decision {
  const { envelope } = graph;
  const isDue = envelope.detectionStatus === 'queued' && refuseByStatus('detect', envelope) === null;
  return isDue && findDocument(graph, 'prepared') !== null ? beginDetection(graph.files) : accept({});
}

/**
 * Adds the detected fields to the draft and keeps everything that the sender has placed. `readFiles` are the
 * files that have been read, by default all of them. Files that were added in the meantime are read next.
 */
export function completeDetection(
  graph: EnvelopeGraph,
  found: Found,
  facts: Facts,
  readFiles?: readonly string[],
): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  if (isOvertaken(graph, readFiles)) return accept({});
  const { fields, parties } = mergeFound(graph, found, facts);
  const { files, changes, effects } = applyReading(graph, readFiles);
  return accept({
    patch: {
      envelope: {
        status: LIFECYCLE['finish-detection'].to,
        detectionStatus: 'completed',
        detectedParties: parties.length === 0 ? null : parties,
        ...changes,
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
    effects,
  });
}

/**
 * Gives up on detection after the last attempt and leaves the draft as it is. `readFiles` are the files that
 * should have been read, by default all of them. Files that were added in the meantime are read next.
 */
export function failDetection(graph: EnvelopeGraph, reason: string, readFiles?: readonly string[]): Decision {
  if (refuseByStatus('finish-detection', graph.envelope) !== null) return accept({});
  if (isOvertaken(graph, readFiles)) return accept({});
  const { files, changes, effects } = applyReading(graph, readFiles);
  return accept({
    patch: {
      envelope: { status: LIFECYCLE['finish-detection'].to, detectionStatus: 'failed', ...changes },
      files,
    },
    events: [{ action: 'envelope.detection_failed', payload: { reason } }],
    effects,
  });
}

/**
 * Checks whether another job has read the same files in the meantime. Any detection that is running now then
 * belongs to that job and reads other files.
 */
function isOvertaken(graph: EnvelopeGraph, readFiles: readonly string[] | undefined): boolean {
  if (readFiles === undefined || readFiles.length === 0) return false;
  return readFiles.every((id) => findFile(graph, id)?.detectionWanted === false);
}

/** Marks files as read, and requests detection of those that still have to be read. */
function applyReading(
  graph: EnvelopeGraph,
  readFiles: readonly string[] = listReceivedFiles(graph.files).map(({ id }) => id),
) {
  const files = graph.files.map((file) =>
    readFiles.includes(file.id) ? { ...file, detectionWanted: false } : file,
  );
  const isMoreWanted = listReceivedFiles(files).some(({ detectionWanted }) => detectionWanted);
  const next = isMoreWanted ? queueDetection(graph.envelope) : null;
  return { files, changes: next?.changes ?? {}, effects: next?.effects ?? [] };
}

/** Gives up on a document after every worker that tried to read it was killed. */
export function giveUpReading(graph: EnvelopeGraph, { now }: Facts): Decision {
  const isOverdue = Date.parse(graph.envelope.updatedAt) <= Date.parse(now) - LIMITS.readingGivenUpMs;
  if (!isOverdue) return accept({});
  const file = graph.files.find(({ status }) => status === 'processing');
  if (file !== undefined) return refuseFile(graph, file.id, 'conversion_failed');
  return graph.envelope.documentStatus === 'processing'
    ? refuseProcessed(graph, 'conversion_failed')
    : failDetection(graph, 'crash');
}

function beginDetection(files: EnvelopeGraph['files']) {
  return accept({
    patch: { envelope: { status: LIFECYCLE.detect.to, detectionStatus: 'running' }, files },
    events: [{ action: 'envelope.detection_started', payload: {} }],
  });
}
