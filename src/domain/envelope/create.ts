import { accept, type Decision } from '../decision.ts';
import type { NewEvent } from '../event/catalogue.ts';
import type { TrackedChanges } from '../document/notices.ts';
import type { FoundTag } from '../document/tags.ts';
import { withoutExtension } from '../text.ts';
import { withTags } from './tagged-fields.ts';
import { applyDraft, type DraftInput } from './draft.ts';
import type { Facts } from './facts.ts';
import { createReceivedFile, toFileContent, toListedFiles } from './files/file.ts';
import type { VariableValues } from '../variables/values.ts';
import type { Variable } from '../variables/variable.ts';
import { type Envelope, type EnvelopeDocument, type EnvelopeGraph, findDocument } from './graph.ts';
import { type EnvelopeDefaults, getDefaultExpiry } from '../organization/defaults.ts';
import type { DeliveryMode, DocumentStatus, SourceFormat } from './status.ts';
import { queueDetection, requestReading } from './detect.ts';

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
    versionNumber: 1,
    previousVersionId: null,
    replacedById: null,
  };
  return {
    envelope,
    participants: [],
    fields: [],
    documents: input.documents,
    files: [],
    copies: [],
    threads: [],
    nextVersions: [],
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
