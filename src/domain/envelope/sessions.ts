import { accept, type Decision, refuse, type Refuse } from '../decision.ts';
import { resolveActingSigner } from './turn.ts';
import type { Facts } from './facts.ts';
import { type EnvelopeGraph, findDocument, type Participant } from './graph.ts';
import { isEmailed } from './participant-delivery.ts';
import type { Timestamp } from '../timestamp.ts';
import { refuseByStatus } from './lifecycle.ts';

/** A requested session URL for a participant. */
type PageSession = {
  readonly id: string;
  /** The person who requested it: the host, if the participant signs in person. */
  readonly hostName: string;
  /** The only origin that may show the page in a frame; null for none. */
  readonly frameOrigin: string | null;
};

/**
 * Returns the participant for whom a session URL can be opened. It must be their turn, and they must not be
 * an emailed participant.
 */
export function resolveSessionParticipant(
  graph: EnvelopeGraph,
  participantId: string,
  now: Timestamp,
): { readonly kind: 'signer'; readonly participant: Participant } | Refuse {
  const acting = resolveActingSigner(graph, participantId, 'sign', now);
  const { status } = graph.envelope;
  if (acting.kind === 'refuse')
    return acting.code === 'not_your_turn'
      ? refuse('invalid_state', { status, reason: 'not_their_turn' })
      : acting;
  return isEmailed(acting.participant) ? refuse('invalid_state', { status, reason: 'emailed' }) : acting;
}

/** Records that a session URL was opened, and who vouches for the person in front of the page. */
export function openSession(
  graph: EnvelopeGraph,
  participantId: string,
  session: PageSession,
  organizationName: string,
  facts: Facts,
): Decision {
  const found = resolveSessionParticipant(graph, participantId, facts.now);
  if (found.kind === 'refuse') return found;
  const isHosted = found.participant.delivery === 'in_person';
  return accept({
    events: [
      {
        action: 'participant.session_opened',
        payload: {
          participantId,
          sessionId: session.id,
          application: isHosted ? null : organizationName,
          host: isHosted ? session.hostName : null,
          frameOrigin: session.frameOrigin,
        },
      },
    ],
  });
}

/** A requested session URL for the editor of a draft. */
type EditingSession = {
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
