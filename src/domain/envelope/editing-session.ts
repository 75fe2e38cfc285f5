import { accept, refuse, type Decision, type Refuse } from '../decision.ts';
import { findDocument, type EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';

/** A requested session URL for the editor of a draft. */
export type EditingSession = {
  readonly id: string;
  /** The user of the organization's application; null if the application didn't say. */
  readonly userName: string | null;
  /** The only origin that may show the page in a frame; null for none. */
  readonly frameOrigin: string | null;
};

/** Refuses an envelope that can't be edited, neither now nor once its document has been read. */
export function refuseEditing(graph: EnvelopeGraph): Refuse | null {
  const { envelope } = graph;
  const { status, documentStatus } = envelope;
  if (status !== 'detecting') {
    const refused = refuseByStatus('draft', envelope);
    if (refused !== null) return refused;
  }
  return documentStatus !== 'processing' && findDocument(graph, 'prepared') === null
    ? refuse('invalid_state', { status, reason: 'document_missing' })
    : null;
}

/** Records that a draft was opened for a user of the organization's application. */
export function openEditing(
  graph: EnvelopeGraph,
  { id: sessionId, userName, frameOrigin }: EditingSession,
  application: string,
): Decision {
  const refused = refuseEditing(graph);
  if (refused !== null) return refused;
  return accept({
    events: [
      { action: 'envelope.editing_opened', payload: { sessionId, application, userName, frameOrigin } },
    ],
  });
}
