import { accept, refuse, type Decision } from '../decision.ts';
import { documentOf, type EnvelopeDocument, type EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';

/** Refuses an upload where none is awaited: another delivery mode, or a status that is past it. */
export function refuseUpload(graph: EnvelopeGraph): Decision | null {
  if (graph.envelope.deliveryMode !== 'upload') {
    return refuse('invalid_state', { status: graph.envelope.status, reason: 'document_not_uploaded' });
  }
  return refuseByStatus('upload', graph.envelope);
}

/** Anchors the uploaded document: hash and size enter the envelope. Repeating it with the document in place is safe. */
export function completeUpload(graph: EnvelopeGraph, documents: readonly EnvelopeDocument[]): Decision {
  if (documentOf(graph, 'prepared') !== null) return accept({});
  const refused = refuseUpload(graph);
  if (refused !== null) return refused;
  const original = documents.find((document) => document.variant === 'original');
  const prepared = documents.find((document) => document.variant === 'prepared');
  if (original === undefined || prepared === undefined) return accept({});
  return accept({
    patch: { envelope: { contentHash: original.sha256, sizeBytes: original.sizeBytes }, documents },
    events: [
      {
        action: 'envelope.document_received',
        payload: {
          contentHash: original.sha256,
          documentHash: prepared.sha256,
          sizeBytes: original.sizeBytes,
          pageCount: prepared.pageCount ?? 0,
        },
      },
    ],
  });
}
