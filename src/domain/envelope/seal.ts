import { accept, type Decision } from '../decision.ts';
import type { Effect } from '../effects.ts';
import type { SealLevel } from './status.ts';
import type { Timestamp } from '../timestamp.ts';
import { isSameAddress } from './same-address.ts';
import { sendCopies } from './copies.ts';
import type { Facts } from './facts.ts';
import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isNotified } from './participant-delivery.ts';

/** The documents that sealing produces. */
export type SealedDocuments = {
  readonly sealed: EnvelopeDocument;
  /** Null if the sealed document contains the certificate. */
  readonly certificate: EnvelopeDocument | null;
  readonly level: SealLevel;
  /** When a job extends the seal; null for never. */
  readonly dueAt: Timestamp | null;
};

/**
 * Records the sealed document, its certificate if that is a separate file, and when a job extends the seal.
 * The first attempt wins, and later ones change nothing.
 */
export function seal(
  graph: EnvelopeGraph,
  { sealed, certificate, level, dueAt }: SealedDocuments,
  certificateSubject: string,
  facts: Facts,
): Decision {
  const refusedByStatus = refuseByStatus('seal', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (graph.envelope.sealedAt !== null) return accept({});
  const copies = sendCopies(graph, 'completed', facts.now);
  // Participants get the document with the email that says that it's complete.
  const others = graph.copies.filter(({ email }) => !isNotifiedAddress(graph, email));
  return accept({
    patch: {
      envelope: {
        sealedAt: facts.now,
        sealingFailedAt: null,
        sealLevel: level,
        sealDueAt: dueAt,
      },
      documents: certificate === null ? [sealed] : [sealed, certificate],
      copies: { update: copies.update },
    },
    events: [
      {
        action: 'envelope.sealed',
        payload: {
          sealedHash: sealed.sha256,
          sizeBytes: sealed.sizeBytes,
          certificateSubject,
          ...(certificate === null ? {} : { certificateHash: certificate.sha256 }),
          level,
        },
      },
      ...copies.events,
    ],
    effects: [
      ...buildCompletedEmails(graph),
      ...sendCopies({ ...graph, copies: others }, 'completed', facts.now).effects,
    ],
  });
}

function buildCompletedEmails(graph: EnvelopeGraph): Effect[] {
  const { organizationId, id: envelopeId, senderEmail } = graph.envelope;
  // Someone with several roles gets one email.
  const notified = graph.participants
    .filter(isNotified)
    .filter(({ email }, index, all) => all.findIndex((one) => isSameAddress(one.email, email)) === index);
  const signsToo = notified.some(({ email }) => isSameAddress(email, senderEmail));
  const recipients = notified.map(({ id }) => id);
  return (signsToo ? recipients : ['sender', ...recipients]).map((recipient) => ({
    name: 'svc/envelope.sealed',
    payload: { organizationId, envelopeId, recipient },
  }));
}

/** Checks whether somebody at this address is told about the outcome as a participant. */
function isNotifiedAddress({ participants }: EnvelopeGraph, email: string): boolean {
  return participants.some((one) => isNotified(one) && isSameAddress(one.email, email));
}

/** Records a sealing failure the first time. The job keeps trying. */
export function recordSealingFailure(graph: EnvelopeGraph, facts: Facts): Decision {
  const { status, sealedAt, sealingFailedAt } = graph.envelope;
  if (status !== 'completed' || sealedAt !== null || sealingFailedAt !== null) return accept({});
  return accept({
    patch: { envelope: { sealingFailedAt: facts.now } },
    events: [{ action: 'envelope.sealing_failed', payload: {} }],
  });
}

/** A sealed document extended to prove more, or to prove it for longer. */
type ExtendedSeal = {
  /** The hash of the file that was extended. */
  readonly from: string;
  readonly document: EnvelopeDocument;
  readonly level: SealLevel;
  /** When to extend the seal again; null for never. */
  readonly dueAt: Timestamp | null;
};

/**
 * Records the extended document. Changes nothing if the envelope's sealed document has been replaced since.
 */
export function extendSeal(graph: EnvelopeGraph, extended: ExtendedSeal): Decision {
  const current = findDocument(graph, 'sealed');
  if (current?.sha256 !== extended.from) return accept({});
  const { document, level, dueAt } = extended;
  return accept({
    patch: { envelope: { sealLevel: level, sealDueAt: dueAt }, documents: [document] },
    events: [
      {
        action: 'envelope.seal_extended',
        payload: {
          level,
          sealedHash: document.sha256,
          previousHash: current.sha256,
          sizeBytes: document.sizeBytes,
        },
      },
    ],
  });
}
