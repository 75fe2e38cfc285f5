import { accept, type Decision, refuse } from '../decision.ts';
import type { Effect } from '../effects.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isNotified } from './participant-delivery.ts';
import { forgetVisit } from './correct.ts';

/** Voids the envelope and tells everyone who had a link. */
export function voidEnvelope(graph: EnvelopeGraph, reason: string | null, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('void', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  return accept({
    patch: { envelope: { status: 'voided', voidedAt: facts.now, scheduledSendAt: null } },
    events: [{ action: 'envelope.voided', payload: { reason } }],
    effects: buildVoidedEmails(graph),
  });
}

function buildVoidedEmails(graph: EnvelopeGraph): Effect[] {
  const { organizationId, id: envelopeId } = graph.envelope;
  const asked = graph.participants.filter((one) => one.linkIssuedAt !== null && isNotified(one));
  const informed = graph.copies.filter(({ sentAt }) => sentAt !== null);
  return [...asked, ...informed].map(({ id }) => ({
    name: 'svc/envelope.voided',
    payload: { organizationId, envelopeId, recipient: id },
  }));
}

/**
 * Turns a sent envelope back into a draft, as long as nobody has signed or approved. Links stop working, what
 * happened with them is forgotten everywhere except in the log, and everyone who had a link is told.
 */
export function recall(graph: EnvelopeGraph): Decision {
  const { envelope, participants, copies } = graph;
  const refusedByStatus = refuseByStatus('recall', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (!isUntouched(graph))
    return refuse('invalid_state', { status: envelope.status, reason: 'already_signed' });
  const informed = copies.filter(({ sentAt }) => sentAt !== null);
  const asked = participants.filter(({ linkIssuedAt }) => linkIssuedAt !== null);
  const { organizationId, id: envelopeId } = envelope;
  return accept({
    patch: {
      envelope: { status: 'draft', sentAt: null, expiryWarnedAt: null },
      participants: { update: asked.map(withoutLink) },
      copies: {
        update: informed.map(({ id, linkEpoch }) => ({
          id,
          linkEpoch: linkEpoch + 1,
          sentAt: null,
          deliveryFailedAt: null,
        })),
      },
    },
    events: [
      {
        action: 'envelope.recalled',
        payload: {
          recipients: asked.map(({ id: participantId, ...one }) => ({ participantId, ...toPerson(one) })),
          ...(informed.length === 0
            ? {}
            : { copies: informed.map(({ id: copyId, ...one }) => ({ copyId, ...toPerson(one) })) }),
        },
      },
    ],
    effects: [...asked.filter(isNotified), ...informed]
      .filter(({ deliveryFailedAt }) => deliveryFailedAt === null)
      .map(({ id: recipient }) => ({
        name: 'svc/envelope.recalled',
        payload: { organizationId, envelopeId, recipient },
      })),
  });
}

/** Checks that nobody has signed, approved or declined. */
export function isUntouched({
  participants,
}: {
  readonly participants: readonly Pick<Participant, 'status'>[];
}): boolean {
  return participants.every(({ status }) => status === 'pending');
}

/**
 * Returns the changes that revoke a participant's link. A higher epoch makes the old link invalid. Consent is
 * cleared because the document may change now.
 */
function withoutLink({ id, linkEpoch }: Participant) {
  return {
    id,
    linkEpoch: linkEpoch + 1,
    linkIssuedAt: null,
    ...forgetVisit(),
    reminderCount: 0,
    nextReminderAt: null,
    deliveryFailedAt: null,
    delegatedFrom: [],
  };
}

function toPerson({ name, email, language }: Pick<Participant, 'name' | 'email' | 'language'>) {
  return { name, email, language };
}
