import { accept, refuse, type Decision } from '../decision.ts';
import type { Issue } from '../errors.ts';
import type { Facts } from './facts.ts';
import { documentOf, type EnvelopeGraph } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';
import { currentSigner } from './turn.ts';

/** Sends the envelope: it is frozen as it stands, and the first signer gets a link. */
export function send(graph: EnvelopeGraph, facts: Facts): Decision {
  const { envelope } = graph;
  const refusedByStatus = refuseByStatus('send', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  const prepared = documentOf(graph, 'prepared');
  if (prepared === null)
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });

  const issues = unready(graph, prepared.pageCount ?? 0, facts);
  const first = currentSigner(graph.participants);
  if (first === null || issues.length > 0) return refuse('validation_failed', { issues });

  const epoch = first.linkEpoch + 1;
  return accept({
    patch: {
      envelope: { status: 'in_progress', sentAt: facts.now, scheduledSendAt: null },
      participants: { update: [{ id: first.id, linkEpoch: epoch }] },
    },
    events: [
      {
        action: 'envelope.sent',
        payload: {
          documentHash: prepared.sha256,
          pageCount: prepared.pageCount ?? 0,
          legalFramework: envelope.legalFramework,
          consumerDisclosure: envelope.consumerDisclosure,
          expiresAt: envelope.expiresAt,
          participants: graph.participants.map(({ id, orderIndex, name, email }) => ({
            participantId: id,
            orderIndex,
            name,
            email,
          })),
        },
      },
      { action: 'participant.link_issued', payload: { participantId: first.id, epoch, email: first.email } },
    ],
    effects: [
      {
        name: 'svc/envelope.sent',
        payload: {
          organizationId: envelope.organizationId,
          envelopeId: envelope.id,
          participantId: first.id,
        },
      },
    ],
  });
}

function unready(graph: EnvelopeGraph, pageCount: number, facts: Facts): Issue[] {
  const issues: Issue[] = [];
  if (graph.participants.length === 0)
    issues.push({ path: '/participants', message: 'needs at least one participant' });
  graph.fields.forEach((field, index) => {
    if (field.participantId === null)
      issues.push({ path: `/fields/${index}`, message: 'belongs to no participant yet' });
    if (field.page > pageCount)
      issues.push({ path: `/fields/${index}/page`, message: `is beyond the document's ${pageCount} pages` });
  });
  if (graph.envelope.expiresAt !== null && graph.envelope.expiresAt <= facts.now) {
    issues.push({ path: '/policy/expiresAt', message: 'has passed' });
  }
  return issues;
}
