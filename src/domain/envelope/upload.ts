import { accept, refuse, type Decision } from '../decision.ts';
import type { FoundTag } from '../document/tags.ts';
import { withTags } from './tagged-fields.ts';
import type { AnchorOutcome } from '../field/anchor.ts';
import { settleWaitingFields } from './anchored-fields.ts';
import type { Facts } from './facts.ts';
import { toFileContent, createReceivedFile } from './files/file.ts';
import { findDocument, type EnvelopeDocument, type EnvelopeGraph, type Preparation } from './graph.ts';
import type { Variable } from '../variables/variable.ts';
import { refuseByStatus } from './lifecycle.ts';
import { failDetection, queueDetection, requestReading } from './detect.ts';
import { refuseFile } from './files/receive-file.ts';
import { LIMITS } from '../limits.ts';
import type { SourceFormat } from './status.ts';

/** A received document and its files. */
export type ReceivedDocument = {
  readonly sourceFormat: SourceFormat;
  readonly files: readonly EnvelopeDocument[];
  /** The tags that were removed from the document. */
  readonly tags: readonly FoundTag[];
  readonly variables: readonly Variable[];
};

/** A received document and, by field ID, the outcomes for the fields that have waited for it. */
export type Received = {
  readonly document: ReceivedDocument;
  readonly outcomes: ReadonlyMap<string, AnchorOutcome>;
};

/**
 * Refuses an upload that isn't expected because the document came another way or is being converted, or
 * because the envelope has moved past uploads.
 */
export function refuseUpload(graph: EnvelopeGraph): Decision | null {
  const { status, deliveryMode, documentStatus } = graph.envelope;
  if (documentStatus === 'processing')
    return refuse('invalid_state', { status, reason: 'document_processing' });
  // An unusable document that came with the request may be replaced by an upload.
  if (deliveryMode !== 'upload' && documentStatus !== 'refused')
    return refuse('invalid_state', { status, reason: 'document_not_uploaded' });
  return refuseByStatus('upload', graph.envelope);
}

/** Attaches the document to the envelope and queues detection if it is wanted. Safe to repeat. */
export function completeUpload(
  graph: EnvelopeGraph,
  received: Received | null,
  preparation: Preparation,
  facts: Facts,
): Decision {
  if (findDocument(graph, 'prepared') !== null || received === null) return accept({});
  const refused = graph.envelope.documentStatus === 'processing' ? null : refuseUpload(graph);
  return refused ?? receiveAnchored(graph, received, preparation, facts);
}

/** Completes an upload in a job. Does nothing if the envelope has moved on. */
export function completeProcessing(graph: EnvelopeGraph, received: Received, facts: Facts): Decision {
  return isProcessing(graph) ? receiveAnchored(graph, received, graph.envelope, facts) : accept({});
}

/** Leaves the conversion of uploaded bytes to a job, because it takes longer than a request. */
export function startProcessing(graph: EnvelopeGraph, preparation: Preparation): Decision {
  const { trackedChanges, textTags, variableValues } = preparation;
  if (findDocument(graph, 'prepared') !== null || isProcessing(graph)) return accept({});
  const refused = refuseUpload(graph);
  if (refused !== null) return refused;
  return accept({
    patch: {
      envelope: {
        documentStatus: 'processing',
        documentRefusal: null,
        ...{ trackedChanges, textTags, variableValues },
        detectionStatus: 'none',
      },
    },
    events: [{ action: 'envelope.document_uploaded', payload: {} }],
    effects: [requestReading(graph.envelope)],
  });
}

/** Records that the document can't be used. The envelope then accepts another one. */
export function refuseProcessed(graph: EnvelopeGraph, reason: string): Decision {
  if (!isProcessing(graph)) return accept({});
  return accept({
    patch: { envelope: { documentStatus: 'refused', documentRefusal: reason, detectionStatus: 'failed' } },
    events: [{ action: 'envelope.document_refused', payload: { reason } }],
  });
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

/** Checks whether the first document is being converted. Later documents have a status of their own. */
function isProcessing(graph: EnvelopeGraph): boolean {
  const { documentStatus } = graph.envelope;
  const isFirst = findDocument(graph, 'prepared') === null;
  return isFirst && documentStatus === 'processing' && refuseByStatus('upload', graph.envelope) === null;
}

function receiveAnchored(
  graph: EnvelopeGraph,
  { document, outcomes }: Received,
  { trackedChanges, textTags, variableValues }: Preparation,
  facts: Facts,
): Decision {
  const { files, sourceFormat, tags } = document;
  const content = toFileContent(document);
  if (content === null) return accept({});
  const { original, prepared } = content;
  const { originalFilename, detectionWanted } = graph.envelope;
  const isDetected = detectionWanted && tags.length === 0;
  const detection = isDetected ? queueDetection(graph.envelope) : null;
  return accept({
    patch: withTags(
      graph,
      {
        envelope: {
          sourceFormat,
          contentHash: original.sha256,
          sizeBytes: original.sizeBytes,
          ...{ trackedChanges, textTags, variableValues },
          documentStatus: 'received',
          documentRefusal: null,
          detectionStatus: 'none',
          ...detection?.changes,
        },
        documents: files,
        ...(outcomes.size === 0
          ? {}
          : { fields: { replace: settleWaitingFields(graph.fields, outcomes, facts) } }),
        files: [
          createReceivedFile(
            { id: facts.newId('document'), name: originalFilename, content },
            { trackedChanges, textTags },
            isDetected,
          ),
        ],
      },
      { tags },
      facts,
    ),
    events: [
      {
        action: 'envelope.document_received',
        payload: {
          contentHash: original.sha256,
          documentHash: prepared.sha256,
          sizeBytes: original.sizeBytes,
          pageCount: prepared.pageCount ?? 0,
          notices: [...prepared.notices],
        },
      },
    ],
    effects: detection?.effects ?? [],
  });
}
