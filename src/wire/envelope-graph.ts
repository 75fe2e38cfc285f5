import { z } from 'zod';
import {
  findDocument,
  type EnvelopeDocument,
  type EnvelopeGraph,
  type Participant,
} from '#domain/envelope/graph.ts';
import { toWireCopies } from './copies.ts';
import { toWireDocuments } from './document.ts';
import { envelopeFieldSchema } from './envelope-field.ts';
import { copyLists, toWireFiles } from './field-lists.ts';
import { envelopeSchema, type WireEnvelope } from './envelope.ts';
import { participantSchema, type WireParticipant } from './participant.ts';

/** An envelope with its participants in signing order and its fields. Most operations return this. */
export const envelopeGraphSchema = z
  .object({
    envelope: envelopeSchema,
    participants: z.array(participantSchema),
    fields: z.array(envelopeFieldSchema),
    versionNumber: z
      .int()
      .min(1)
      .describe('Counts the versions of a contract, from 1.')
      .meta({ examples: [1] }),
    previousVersion: z
      .string()
      .nullable()
      .describe('The envelope that this one replaces when it is sent; null for the first version.')
      .meta({ examples: [null] }),
    nextVersion: z
      .string()
      .nullable()
      .describe('The next version, sent or still a draft; null if there is none.')
      .meta({ examples: [null] }),
    replacedBy: z
      .string()
      .nullable()
      .describe('The version that replaced this one when it was sent; null if none did.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'EnvelopeGraph' });
export type WireGraph = z.infer<typeof envelopeGraphSchema>;

/** Converts a graph for responses, without storage keys and link epochs. */
export function toWireGraph(graph: EnvelopeGraph): WireGraph {
  const prepared = findDocument(graph, 'prepared');
  return {
    envelope: toWireEnvelope(graph, prepared),
    participants: graph.participants.map(toWireParticipant),
    fields: graph.fields.map((field) => ({ ...field, ...copyLists(field), ...toWireFiles(field) })),
    versionNumber: graph.envelope.versionNumber,
    previousVersion: graph.envelope.previousVersionId,
    nextVersion: graph.nextVersions[0]?.id ?? null,
    replacedBy: graph.envelope.replacedById,
  };
}

/** Converts a participant for responses, without link epochs and list columns. */
export function toWireParticipant(participant: Participant): WireParticipant {
  const {
    linkEpoch: _epoch,
    linkIssuedAt: _issued,
    authenticationMethod: method,
    accessCodeHash: _hash,
    authenticationPhone: phone,
    authenticationProvider: provider,
    newPasskeyAcceptedAt: _accepted,
    apiRoleName: _role,
    canAsk: _asks,
    lastRemindedAt: _reminded,
    reminderCount: _count,
    nextReminderAt: _next,
    deliveryFailedAt: _failed,
    latestAction: _action,
    latestActionAt: _at,
    ...shown
  } = participant;
  return { ...shown, authentication: { method, phone, provider }, delegatedFrom: [...shown.delegatedFrom] };
}

/** Converts an envelope for responses, and adds facts about its prepared document. */
function toWireEnvelope(
  graph: Pick<EnvelopeGraph, 'envelope' | 'copies' | 'files'>,
  prepared: EnvelopeDocument | null,
): WireEnvelope {
  const {
    detectionWanted: _wanted,
    scheduledBy: _scheduler,
    scheduleFailedAt: _unsent,
    sealingFailedAt: _failed,
    sealLevel: _level,
    sealDueAt: _due,
    latestAction: _action,
    latestActionAt: _at,
    standingAttention: _attention,
    deletedAt: _deleted,
    expiryWarnedAt: _warned,
    namePattern: _pattern,
    prefill: _prefill,
    trackedChanges: _changes,
    textTags: _tags,
    variableValues: _values,
    versionNumber: _number,
    previousVersionId: _previous,
    replacedById: _replaced,
    ...envelope
  } = graph.envelope;
  const { detectedParties, metadata } = envelope;
  return {
    ...envelope,
    documentHash: prepared?.sha256 ?? null,
    pageCount: prepared?.pageCount ?? null,
    metadata: metadata === null ? null : { ...metadata },
    detectedParties: detectedParties === null ? null : [...detectedParties],
    copies: toWireCopies(graph.copies),
    document: prepared === null ? null : { notices: [...prepared.notices] },
    documents: toWireDocuments(graph.files),
  };
}
