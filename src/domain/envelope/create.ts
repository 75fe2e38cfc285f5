import { accept, type Decision } from '../decision.ts';
import { applyDraft, type DraftInput } from './draft.ts';
import type { Facts } from './facts.ts';
import type { DocumentVariant, Envelope, EnvelopeDocument, EnvelopeGraph } from './graph.ts';
import type { DeliveryMode, LegalFramework, SourceFormat } from './status.ts';

export type CreateInput = DraftInput & {
  readonly id: string;
  readonly organizationId: string;
  readonly teamId: string;
  readonly originalFilename: string;
  readonly sourceFormat: SourceFormat;
  readonly deliveryMode: DeliveryMode;
  readonly documents: readonly EnvelopeDocument[];
  readonly defaultFramework: LegalFramework;
  readonly senderUserId: string | null;
  readonly senderName: string;
  readonly senderEmail: string;
};

/** The graph that an envelope starts from, before its draft parts are applied. Version 0: creation makes it 1. */
export function emptyGraph(input: CreateInput, facts: Facts): EnvelopeGraph {
  const envelope: Envelope = {
    id: input.id,
    organizationId: input.organizationId,
    teamId: input.teamId,
    templateId: null,
    templateContentHash: null,
    status: 'draft',
    detectionStatus: 'none',
    version: 0,
    originalFilename: input.originalFilename,
    displayName: withoutExtension(input.originalFilename),
    sourceFormat: input.sourceFormat,
    contentHash: documentHash(input, 'original'),
    sizeBytes: input.documents.find((document) => document.variant === 'original')?.sizeBytes ?? null,
    deliveryMode: input.deliveryMode,
    legalFramework: input.defaultFramework,
    consumerDisclosure: false,
    expiresAt: null,
    scheduledSendAt: null,
    sentAt: null,
    completedAt: null,
    declinedAt: null,
    voidedAt: null,
    expiredAt: null,
    expiryWarnedAt: null,
    sealedAt: null,
    sealingFailedAt: null,
    latestAction: 'envelope.created',
    latestActionAt: facts.now,
    standingAttention: [],
    createdAt: facts.now,
    updatedAt: facts.now,
    reminderPolicy: null,
    metadata: null,
    senderUserId: input.senderUserId,
    senderName: input.senderName,
    senderEmail: input.senderEmail,
    detectedParties: null,
    namePattern: null,
    prefill: null,
  };
  return { envelope, participants: [], fields: [], documents: input.documents };
}

/** Creates an envelope over its empty graph: the parts of a draft that came along are applied at once. */
export function create(graph: EnvelopeGraph, input: CreateInput, facts: Facts): Decision {
  const applied = applyDraft(graph, input, facts);
  if (applied.kind === 'refuse') return applied;
  return accept({
    patch: { ...applied.patch, documents: input.documents },
    events: [
      {
        action: 'envelope.created',
        payload: {
          displayName: applied.patch.envelope?.displayName ?? graph.envelope.displayName,
          originalFilename: input.originalFilename,
          deliveryMode: input.deliveryMode,
          contentHash: graph.envelope.contentHash,
          documentHash: documentHash(input, 'prepared'),
          templateId: graph.envelope.templateId,
        },
      },
    ],
  });
}

function documentHash(input: CreateInput, variant: DocumentVariant): string | null {
  return input.documents.find((document) => document.variant === variant)?.sha256 ?? null;
}

function withoutExtension(filename: string): string {
  return filename.replace(/\.(pdf|docx)$/i, '') || filename;
}
