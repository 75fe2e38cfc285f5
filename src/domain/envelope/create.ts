import { accept, type Decision, refuse, type Refuse } from '../decision.ts';
import type { NewEvent } from '../event/catalogue.ts';
import type { TrackedChanges } from '../document/notices.ts';
import type { FoundTag } from '../document/tags.ts';
import { withoutExtension } from '../text.ts';
import { withTags } from './tagged-fields.ts';
import { applyDraft, createParticipant, type DraftInput } from './draft.ts';
import type { Facts } from './facts.ts';
import { copyFiles, createReceivedFile, toFileContent, toListedFiles } from './files/file.ts';
import type { VariableValues } from '../variables/values.ts';
import type { Variable } from '../variables/variable.ts';
import {
  type Envelope,
  type EnvelopeDocument,
  type EnvelopeGraph,
  findDocument,
  type Participant,
} from './graph.ts';
import { type EnvelopeDefaults, getDefaultExpiry } from '../organization/defaults.ts';
import type { DeliveryMode, DocumentStatus, SourceFormat } from './status.ts';
import { queueDetection, requestReading } from './detect.ts';
import { createCopies } from './copies.ts';
import { withPositions } from './anchored-fields.ts';

export type CreateInput = DraftInput & {
  readonly id: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly originalFilename: string;
  readonly sourceFormat: SourceFormat;
  readonly deliveryMode: DeliveryMode;
  readonly documents: readonly EnvelopeDocument[];
  /**
   * Whether a job is still converting the uploaded bytes because conversion takes longer than the request.
   */
  readonly isProcessing?: boolean;
  /** Default: accept. */
  readonly trackedChanges?: TrackedChanges | undefined;
  /** Whether tags in the document become fields. Default: the organization's. */
  readonly textTags?: boolean | undefined;
  /** The values that fill a Word file's variables. Default: null, which leaves the variables as they are. */
  readonly variableValues?: VariableValues | null | undefined;
  /** The variables of a document that came with the request. */
  readonly variables?: readonly Variable[] | undefined;
  /** The tags of a document that came with the request. */
  readonly tags?: readonly FoundTag[] | undefined;
  /** Whether to detect fields once the document is there. */
  readonly detect: boolean;
  readonly defaults: EnvelopeDefaults;
  readonly senderUserId: string | null;
  readonly senderName: string;
  readonly senderEmail: string;
};

/** Creates an envelope from an empty graph and applies any parts of the draft that came with the request. */
export function create(graph: EnvelopeGraph, input: CreateInput, facts: Facts): Decision {
  // Participants without fields are fine here, because there are no existing fields that replacing the
  // participants could delete.
  const applied = applyDraft(
    graph,
    { ...input, fields: input.fields ?? [], delegationDefault: input.defaults.canDelegate },
    facts,
  );
  if (applied.kind === 'refuse') return applied;
  const tags = input.tags ?? [];
  const isDetected = input.documents.length > 0 && input.detect && tags.length === 0;
  const detection = isDetected ? queueDetection(graph.envelope) : null;
  const envelope = { ...applied.patch.envelope, ...detection?.changes };
  const { sourceFormat, documents, variables = [], originalFilename: name } = input;
  const content = toFileContent({ sourceFormat, files: documents, variables });
  const files =
    content === null
      ? []
      : [createReceivedFile({ id: facts.newId('document'), name, content }, graph.envelope, input.detect)];
  return accept({
    patch: {
      ...withTags(graph, { ...applied.patch, envelope }, { tags }, facts),
      documents: input.documents,
      files,
    },
    events: [buildCreatedEvent({ ...graph, envelope: { ...graph.envelope, ...envelope } })],
    effects: input.isProcessing === true ? [requestReading(graph.envelope)] : (detection?.effects ?? []),
  });
}

/** Returns an empty graph at version 0; creating the envelope makes it 1. */
export function emptyGraph(input: CreateInput, facts: Facts): EnvelopeGraph {
  const envelope: Envelope = {
    id: input.id,
    organizationId: input.organizationId,
    teamId: input.teamId,
    templateId: null,
    templateContentHash: null,
    status: 'draft',
    detectionStatus: 'none',
    detectionWanted: input.detect,
    documentStatus: getDocumentStatus(input),
    documentRefusal: null,
    trackedChanges: input.trackedChanges ?? 'accept',
    textTags: input.textTags ?? input.defaults.textTags,
    variableValues: input.variableValues ?? null,
    version: 0,
    originalFilename: input.originalFilename,
    displayName: withoutExtension(input.originalFilename),
    sourceFormat: input.sourceFormat,
    contentHash: findDocument(input, 'original')?.sha256 ?? null,
    sizeBytes: findDocument(input, 'original')?.sizeBytes ?? null,
    deliveryMode: input.deliveryMode,
    legalFramework: input.defaults.legalFramework,
    consumerDisclosure: beginsWithDisclosure(input),
    expiresAt: getDefaultExpiry(input.defaults.expiryDays, facts.now),
    scheduledSendAt: null,
    scheduledBy: null,
    scheduleFailedAt: null,
    sentAt: null,
    completedAt: null,
    declinedAt: null,
    voidedAt: null,
    expiredAt: null,
    deletedAt: null,
    expiryWarnedAt: null,
    sealedAt: null,
    sealingFailedAt: null,
    sealLevel: null,
    sealDueAt: null,
    latestAction: 'envelope.created',
    latestActionAt: facts.now,
    standingAttention: [],
    createdAt: facts.now,
    updatedAt: facts.now,
    reminderPolicy: input.defaults.reminderPolicy,
    metadata: null,
    senderUserId: input.senderUserId,
    senderName: input.senderName,
    senderEmail: input.senderEmail,
    detectedParties: null,
    message: null,
    namePattern: null,
    prefill: null,
  };
  return {
    envelope,
    participants: [],
    fields: [],
    documents: input.documents,
    files: [],
    copies: [],
    threads: [],
  };
}

function getDocumentStatus({ documents, isProcessing }: CreateInput): DocumentStatus {
  if (documents.length > 0) return 'received';
  return isProcessing === true ? 'processing' : 'awaited';
}

/**
 * The default disclosure applies only to the framework that it's meant for. That way, choosing another
 * framework doesn't also require turning the disclosure off.
 */
function beginsWithDisclosure({ defaults, policy }: CreateInput): boolean {
  return defaults.consumerDisclosure && (policy?.legalFramework ?? defaults.legalFramework) === 'esign_ueta';
}

/** Returns the first event of an envelope, with its name and document. */
export function buildCreatedEvent({
  envelope,
  documents,
  files,
}: Pick<EnvelopeGraph, 'envelope' | 'documents' | 'files'>): NewEvent {
  const { displayName, originalFilename, deliveryMode, contentHash, templateId } = envelope;
  return {
    action: 'envelope.created',
    payload: {
      displayName,
      originalFilename,
      deliveryMode,
      contentHash,
      documentHash: findDocument({ documents }, 'prepared')?.sha256 ?? null,
      templateId,
      notices: [...(findDocument({ documents }, 'prepared')?.notices ?? [])],
      ...toListedFiles(files),
    },
  };
}

type CopyInput = {
  readonly id: string;
  readonly sender: { readonly userId: string | null; readonly name: string; readonly email: string };
  /** The organization's default, used if the source's own expiry date has passed. */
  readonly expiryDays: number | null;
};

type Copied =
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
export function copy(source: EnvelopeGraph, input: CopyInput, facts: Facts): Copied {
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
  return {
    kind: 'accept',
    empty,
    create: ({ envelope }) =>
      accept({
        patch: {
          participants: { replace: [...people.values()] },
          fields: { replace: fields },
          copies: { replace: createCopies(source.copies, empty.envelope, facts) },
          documents,
          files,
        },
        events: [
          buildCreatedEvent({ envelope, documents, files }),
          { action: 'envelope.copied', payload: { sourceEnvelopeId: source.envelope.id } },
        ],
      }),
  };
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
  const { authenticationPhone, authenticationProvider } = source;
  return {
    ...createParticipant(source, source.orderIndex, envelope, facts),
    ...{ apiRoleName, authenticationMethod, accessCodeHash, canDelegate },
    ...{ authenticationPhone, authenticationProvider },
  };
}
