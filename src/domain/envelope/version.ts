import { accept, type Decision, refuse } from '../decision.ts';
import type { Effect } from '../effects.ts';
import { getFieldTypeFacts } from '../field/catalogue.ts';
import { LIMITS } from '../limits.ts';
import { copyDraft, type CopyInput, type DraftFromEnvelope } from './copy.ts';
import type { Facts } from './facts.ts';
import { type EnvelopeField, type EnvelopeGraph, findDocument } from './graph.ts';
import { refuseByStatus } from './lifecycle.ts';
import { isNotified } from './participant-delivery.ts';
import { isSameAddress } from './same-address.ts';
import type { EnvelopeStatus } from './status.ts';
import type { Thread } from './thread.ts';
import { listCurrentSigners } from './turn.ts';

/** Begins the next version of an envelope that is in progress or was declined. There is one at most. */
export function startVersion(graph: EnvelopeGraph, versionId: string): Decision {
  const { envelope, nextVersions } = graph;
  const refused = refuseByStatus('start-version', envelope);
  if (refused !== null) return refused;
  const [next] = nextVersions;
  if (next !== undefined)
    return refuse('invalid_state', {
      status: envelope.status,
      reason: 'next_version_exists',
      nextVersion: next.id,
    });
  const versionNumber = envelope.versionNumber + 1;
  if (versionNumber > LIMITS.versionsMax)
    return refuse('invalid_state', { status: envelope.status, reason: 'too_many_versions' });
  return accept({ events: [{ action: 'envelope.version_started', payload: { versionId, versionNumber } }] });
}

/**
 * Creates the draft of a new version: the same document, recipients, fields, message, policy, metadata and questions.
 * What those who have signed filled in is what their fields begin with.
 */
export function createVersion(source: EnvelopeGraph, input: CopyInput, facts: Facts): DraftFromEnvelope {
  const copied = copyDraft(source, input, facts);
  if (copied.kind === 'refuse') return copied;
  const { draft, people } = copied;
  const { id: previousVersionId, metadata } = source.envelope;
  const versionNumber = source.envelope.versionNumber + 1;
  const fields = draft.fields.map((field, index) => keepAnswer(field, source.fields[index]));
  const threads = source.threads.map((thread) => ({
    ...moveThread(thread, people),
    ...{ id: facts.newId('thread'), envelopeId: input.id },
  }));
  const previousDocumentHash = findDocument(source, 'prepared')?.sha256 ?? null;
  return {
    kind: 'accept',
    empty: {
      ...draft.empty,
      envelope: { ...draft.empty.envelope, metadata, versionNumber, previousVersionId },
    },
    create: ({ envelope }) =>
      accept({
        patch: { ...draft.patch, fields: { replace: fields }, threads },
        events: [
          draft.buildCreated(envelope),
          {
            action: 'envelope.version_created',
            payload: { previousVersionId, versionNumber, previousDocumentHash },
          },
        ],
      }),
  };
}

function keepAnswer(field: EnvelopeField, source: EnvelopeField | undefined): EnvelopeField {
  const value = source?.value ?? null;
  const takes = getFieldTypeFacts(field.type).takesPrefill && field.autoSource === null;
  return value === null || !takes || field.formula !== null ? field : { ...field, prefillValue: value };
}

/** The people of a thread have other identifiers in the new version. What was said stays. */
function moveThread(thread: Thread, people: ReadonlyMap<string, { readonly id: string }>): Thread {
  const move = (id: string) => people.get(id)?.id ?? id;
  return {
    ...thread,
    participantId: move(thread.participantId),
    messages: thread.messages.map((message) => ({
      ...message,
      author:
        message.author.type === 'signer'
          ? { ...message.author, participantId: move(message.author.participantId) }
          : message.author,
    })),
  };
}

/**
 * Replaces an envelope by its next version, which is being sent: ends it if it hasn't ended, and tells those who
 * were asked. People who are asked by the new version at this moment learn it from that email. A completed envelope
 * can't be replaced, because everyone has signed it. `draft` is the status that the next version had before.
 */
export function replace(
  graph: EnvelopeGraph,
  next: EnvelopeGraph,
  draft: EnvelopeStatus,
  facts: Facts,
): Decision {
  const { envelope } = graph;
  const replacedBy = next.envelope.id;
  if (envelope.replacedById !== null) return accept({});
  if (envelope.status === 'completed')
    return refuse('invalid_state', { status: draft, reason: 'previous_version_completed' });
  // It is the sender's own draft again: sending both would ask people for two versions.
  if (envelope.sentAt === null)
    return refuse('invalid_state', { status: draft, reason: 'previous_version_recalled' });
  const effects = tellReplaced(graph, next);
  if (envelope.status !== 'in_progress')
    return accept({
      patch: { envelope: { replacedById: replacedBy } },
      events: [{ action: 'envelope.replaced', payload: { replacedBy } }],
      effects,
    });
  return accept({
    patch: { envelope: { status: 'voided', voidedAt: facts.now, replacedById: replacedBy } },
    events: [{ action: 'envelope.voided', payload: { reason: 'replaced', replacedBy } }],
    effects,
  });
}

function tellReplaced({ envelope, participants, copies }: EnvelopeGraph, next: EnvelopeGraph): Effect[] {
  // Whoever was told that the envelope was voided or has expired needs no second email.
  if (envelope.status !== 'in_progress' && envelope.status !== 'declined') return [];
  const { organizationId, id: envelopeId } = envelope;
  const askedNow = listCurrentSigners(next.participants);
  const everyone = [...next.participants, ...next.copies];
  const includes = (people: readonly { readonly email: string }[], email: string) =>
    people.some((one) => isSameAddress(one.email, email));
  const asked = participants.filter((one) => one.linkIssuedAt !== null && isNotified(one));
  const informed = copies.filter(({ sentAt, email }) => sentAt !== null && !includes(everyone, email));
  return [...asked, ...informed]
    .filter(({ email }) => !includes(askedNow, email))
    .map(({ id: recipient, email }) => ({
      name: 'svc/envelope.replaced',
      payload: {
        ...{ organizationId, envelopeId, recipient },
        isAskedAgain: includes(next.participants, email),
      },
    }));
}
