import { accept, type Decision } from '../decision.ts';
import type { Effect } from '../effects.ts';
import type { NewEvent } from '../event/catalogue.ts';
import type { Timestamp } from '../timestamp.ts';
import type { Facts } from './facts.ts';
import type { CopyInput, CopyRecipient, Envelope, EnvelopeGraph, TemplateCopy } from './graph.ts';
import type { CopyTime } from './status.ts';

/** Creates the records of people who get a copy. No copy has been sent to them yet. */
export function createCopies(
  inputs: readonly CopyInput[],
  { id: envelopeId, organizationId }: Pick<Envelope, 'id' | 'organizationId'>,
  facts: Facts,
): CopyRecipient[] {
  return inputs.map(({ name, email, language = null, when }) => ({
    id: facts.newId('copy'),
    envelopeId,
    organizationId,
    ...{ name, email, language, when },
    linkEpoch: 0,
    sentAt: null,
    deliveryFailedAt: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  }));
}

/** Converts a copy from the sender's input, for templates and copied envelopes. */
export function toTemplateCopy({ name, email, language = null, when }: CopyInput): TemplateCopy {
  return { name, email, language, when };
}

/** The changes and jobs that sending copies requires. */
type Sent = {
  readonly update: readonly Pick<CopyRecipient, 'id' | 'sentAt' | 'deliveryFailedAt'>[];
  readonly events: readonly NewEvent[];
  readonly effects: readonly Effect[];
};

/** Sends copies to those who get one when the envelope is sent or, once it is sealed, to everyone. */
export function sendCopies(
  { envelope, copies }: Pick<EnvelopeGraph, 'envelope' | 'copies'>,
  at: CopyTime,
  now: Timestamp,
): Sent {
  const due = copies.filter(({ when }) => at === 'completed' || when === 'sent');
  const { organizationId, id: envelopeId } = envelope;
  return {
    update: due.map(({ id }) => ({ id, sentAt: now, deliveryFailedAt: null })),
    events: due.map(({ id: copyId, name, email }) => ({
      action: 'copy.sent',
      payload: { copyId, name, email, when: at },
    })),
    effects: due.map(({ id: copyId }) => ({
      name: 'svc/copy.sent',
      payload: { organizationId, envelopeId, copyId, when: at },
    })),
  };
}

/**
 * Records, once per email, that the email with a copy was rejected or bounced. `sentAt` is when it was first
 * sent.
 */
export function copyFailed(
  graph: EnvelopeGraph,
  mail: { readonly copyId: string; readonly sentAt: Timestamp; readonly reason: string },
  facts: Facts,
): Decision {
  const copy = graph.copies.find(({ id }) => id === mail.copyId);
  if (copy === undefined || copy.sentAt === null || copy.deliveryFailedAt !== null) return accept({});
  if (Date.parse(mail.sentAt) < Date.parse(copy.sentAt)) return accept({});
  const { id: copyId, email } = copy;
  return accept({
    patch: { copies: { update: [{ id: copyId, deliveryFailedAt: facts.now }] } },
    events: [{ action: 'copy.delivery_failed', payload: { copyId, email, reason: mail.reason } }],
  });
}
