import { accept, type Decision, refuse, type Refuse } from '../decision.ts';
import { getDefaultExpiry } from '../organization/defaults.ts';
import { withPositions } from './anchored-fields.ts';
import { createCopies } from './copies.ts';
import { buildCreatedEvent, emptyGraph } from './create.ts';
import { createParticipant } from './draft.ts';
import type { Facts } from './facts.ts';
import { copyFiles } from './files/file.ts';
import { type Envelope, type EnvelopeGraph, findDocument, type Participant } from './graph.ts';

export type CopyInput = {
  readonly id: string;
  readonly sender: { readonly userId: string | null; readonly name: string; readonly email: string };
  /** The organization's default, used if the source's own expiry date has passed. */
  readonly expiryDays: number | null;
};

/** A draft that is made from another envelope: what it is empty, and what fills it. */
export type DraftFromEnvelope =
  | {
      readonly kind: 'accept';
      readonly empty: EnvelopeGraph;
      readonly create: (empty: EnvelopeGraph) => Decision;
    }
  | Refuse;

/**
 * Creates a draft with the same document, recipients, fields, message and policy as another envelope,
 * whatever that envelope's status. The copy leaves out what the recipients did and filled in. It also leaves
 * out the metadata, which identifies the source envelope.
 */
export function copy(source: EnvelopeGraph, input: CopyInput, facts: Facts): DraftFromEnvelope {
  const copied = copyDraft(source, input, facts);
  if (copied.kind === 'refuse') return copied;
  const { draft } = copied;
  return {
    kind: 'accept',
    empty: draft.empty,
    create: ({ envelope }) =>
      accept({
        patch: { ...draft.patch, fields: { replace: draft.fields } },
        events: [
          draft.buildCreated(envelope),
          { action: 'envelope.copied', payload: { sourceEnvelopeId: source.envelope.id } },
        ],
      }),
  };
}

/** Builds what a draft takes from another envelope, and says who is who in it. */
export function copyDraft(source: EnvelopeGraph, input: CopyInput, facts: Facts) {
  if (findDocument(source, 'prepared') === null)
    return refuse('invalid_state', { status: source.envelope.status, reason: 'document_missing' });
  // The copy uses the same stored bytes. The seal belongs to the source only.
  const documents = source.documents.filter(
    ({ variant }) => variant === 'original' || variant === 'prepared',
  );
  const files = copyFiles(source.files, facts);
  const empty = emptyCopy(source, input, facts);
  const people = new Map(
    source.participants.map((one) => [one.id, copyParticipant(one, empty.envelope, facts)]),
  );
  const fields = withPositions(source).map((field) => ({
    ...field,
    id: facts.newId('field'),
    envelopeId: input.id,
    participantId: people.get(field.participantId ?? '')?.id ?? null,
    value: null,
    attachments: [],
    filledAt: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  }));
  const patch = {
    participants: { replace: [...people.values()] },
    copies: { replace: createCopies(source.copies, empty.envelope, facts) },
    documents,
    files,
  };
  const buildCreated = (envelope: Envelope) => buildCreatedEvent({ envelope, documents, files });
  return { kind: 'accept', people, draft: { empty, fields, patch, buildCreated } } as const;
}

function emptyCopy({ envelope: source }: EnvelopeGraph, input: CopyInput, facts: Facts): EnvelopeGraph {
  const { id, sender } = input;
  const { organizationId, teamId, originalFilename, sourceFormat, deliveryMode, trackedChanges } = source;
  const { textTags, variableValues } = source;
  const empty = emptyGraph(
    {
      ...{ id, organizationId, teamId, originalFilename, sourceFormat, deliveryMode, trackedChanges },
      ...{ textTags, variableValues },
      documents: [],
      detect: false,
      defaults: { ...source, expiryDays: null, canDelegate: true, textTags: false },
      senderUserId: sender.userId,
      senderName: sender.name,
      senderEmail: sender.email,
    },
    facts,
  );
  const { templateId, templateContentHash, contentHash, sizeBytes, displayName, namePattern } = source;
  const { prefill, message, detectedParties, detectionStatus, expiresAt } = source;
  return {
    ...empty,
    envelope: {
      ...empty.envelope,
      ...{ templateId, templateContentHash, contentHash, sizeBytes, displayName, namePattern },
      ...{ prefill, message, detectedParties },
      documentStatus: 'received',
      detectionStatus: detectionStatus === 'completed' ? 'completed' : 'none',
      expiresAt:
        expiresAt !== null && expiresAt <= facts.now
          ? getDefaultExpiry(input.expiryDays, facts.now)
          : expiresAt,
    },
  };
}

/** Keeps how the sender set the participant up, but not what the participant did. */
function copyParticipant(
  source: Participant,
  envelope: Pick<Envelope, 'id' | 'organizationId'>,
  facts: Facts,
) {
  const { apiRoleName, authenticationMethod, accessCodeHash, canDelegate } = source;
  const { authenticationPhone, authenticationProvider, signing } = source;
  return {
    ...createParticipant(source, source.orderIndex, envelope, facts),
    ...{ apiRoleName, authenticationMethod, accessCodeHash, canDelegate },
    ...{ authenticationPhone, authenticationProvider, signing },
  };
}
