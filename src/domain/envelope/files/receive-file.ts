import { accept, refuse, type Decision, type Refuse } from '../../decision.ts';
import type { FoundTag } from '../../document/tags.ts';
import {
  findDocument,
  type EnvelopeGraph,
  type EnvelopeFile,
  type FileContent,
  type Preparation,
} from '../graph.ts';
import type { Facts } from '../facts.ts';
import { withTags } from '../tagged-fields.ts';
import { refuseByStatus } from '../lifecycle.ts';
import { isDetectionUnderWay, queueDetection, requestReading } from '../detect.ts';
import { buildFilesPatch, type FileChange } from './changed-files.ts';
import { findFile, placeFiles } from './file.ts';

/**
 * Takes in the bytes of a file that was added without them. Returns null if the file is no longer awaited,
 * because it has been received or removed or the envelope has moved on.
 */
export function receiveFile(
  graph: EnvelopeGraph,
  id: string,
  { content, tags }: { readonly content: FileContent; readonly tags: readonly FoundTag[] },
  facts: Facts,
): FileChange | null {
  const file = findPendingFile(graph, id);
  if (file === null) return null;
  const detectionWanted = file.detectionWanted && tags.length === 0;
  const received = { status: 'received', refusal: null, variableValues: null } as const;
  const files = replaceFile(graph, { ...file, ...received, detectionWanted, content });
  return {
    kind: 'change',
    files,
    decide: (whole, outcomes) => {
      const isRequested = detectionWanted && !isDetectionUnderWay(graph.envelope);
      const detection = isRequested ? queueDetection(graph.envelope) : null;
      const placed = placeFiles(files).find((one) => one.id === id);
      const firstPage = placed?.firstPage ?? 1;
      const joined = buildFilesPatch(graph, { files, whole, outcomes }, facts);
      const patch = withTags(graph, joined, { tags, firstPage }, facts);
      return accept({
        patch: { ...patch, envelope: { ...patch.envelope, ...detection?.changes } },
        events: [
          {
            action: 'envelope.document_received',
            payload: {
              documentId: id,
              contentHash: content.original.sha256,
              documentHash: whole.sha256,
              sizeBytes: content.original.sizeBytes,
              pageCount: placed?.pageCount ?? 0,
              notices: [...content.prepared.notices],
            },
          },
        ],
        effects: detection?.effects ?? [],
      });
    },
  };
}

/** Leaves the conversion of a file to a job. */
export function processFile(graph: EnvelopeGraph, id: string, preparation: Preparation): Decision {
  const file = findPendingFile(graph, id);
  if (file === null || file.status === 'processing') return accept({});
  const { trackedChanges, textTags, variableValues } = preparation;
  const wanted = { trackedChanges, textTags, variableValues };
  return accept({
    patch: {
      envelope: { documentStatus: 'processing' },
      files: replaceFile(graph, { ...file, status: 'processing', refusal: null, ...wanted }),
    },
    events: [{ action: 'envelope.document_uploaded', payload: { documentId: id } }],
    effects: [requestReading(graph.envelope)],
  });
}

/**
 * Records that a file can't be used. The file blocks sending until it is removed or another one is uploaded
 * in its place.
 */
export function refuseFile(graph: EnvelopeGraph, id: string, reason: string): Decision {
  const file = findPendingFile(graph, id);
  if (file === null) return accept({});
  const files = replaceFile(graph, { ...file, status: 'refused', refusal: reason });
  const isProcessing = files.some(({ status }) => status === 'processing');
  return accept({
    patch: { envelope: { documentStatus: isProcessing ? 'processing' : 'received' }, files },
    events: [{ action: 'envelope.document_refused', payload: { documentId: id, reason } }],
  });
}

/** Refuses an upload for a file that isn't waiting for one. */
export function refuseFileUpload(graph: EnvelopeGraph, id: string): Refuse | null {
  const { status } = graph.envelope;
  const refusedByStatus = refuseByStatus('receive-document', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  const file = findFile(graph, id);
  if (file === null) return refuse('not_found');
  if (file.status === 'awaited' || file.status === 'refused') return null;
  const reason = file.status === 'processing' ? 'document_processing' : 'document_received';
  return refuse('invalid_state', { status, reason });
}

/** Refuses to send while a file of the envelope is missing. */
export function refuseMissingFiles({ envelope, files }: EnvelopeGraph): Refuse | null {
  const missing = files.find(({ status }) => status !== 'received');
  if (missing === undefined) return null;
  const reason = missing.status === 'processing' ? 'document_processing' : 'document_missing';
  return refuse('invalid_state', { status: envelope.status, reason, documentId: missing.id });
}

function findPendingFile(graph: EnvelopeGraph, id: string): EnvelopeFile | null {
  const file = findFile(graph, id);
  const isOpen = refuseByStatus('receive-document', graph.envelope) === null;
  return isOpen && findDocument(graph, 'prepared') !== null && file?.content === null ? file : null;
}

function replaceFile({ files }: EnvelopeGraph, file: EnvelopeFile): readonly EnvelopeFile[] {
  return files.map((one) => (one.id === file.id ? file : one));
}
