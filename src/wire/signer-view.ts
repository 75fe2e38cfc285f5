import { z } from 'zod';
import { listVisibleThreads } from '#domain/envelope/conversation.ts';
import { hasTurn } from '#domain/envelope/turn.ts';
import {
  findDocument,
  type EnvelopeField,
  type EnvelopeGraph,
  type Participant,
} from '#domain/envelope/graph.ts';
import type { UploadedAttachment } from './attachment.ts';
import { createIdSchema } from './identifier.ts';
import { getShownValue, isAnnotation, isTickBox } from '#domain/field/answer.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { TYPE_LABELS } from '#domain/field/type-label.ts';
import { readRule } from '#domain/field/rules/dependencies.ts';
import { isVisibleTo } from '#domain/field/visibility.ts';
import { CONSUMER_DISCLOSURE } from '#domain/disclosure.ts';
import { PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import {
  canReadCertificate,
  hasCertificateFile,
  presentedDocument,
  toPresentedDocuments,
} from './document.ts';
import { copyLists, toWireFiles } from './field-lists.ts';
import { envelopeFieldSchema, place } from './envelope-field.ts';
import { toTextedPhone } from '#domain/envelope/authentication.ts';
import { toWireParticipant } from './envelope-graph.ts';
import { envelopeSchema } from './envelope.ts';
import { participantSchema } from './participant.ts';
import { signerThreadSchema, toWireThread } from './thread.ts';
import { thankYou } from './template-form.ts';
import type { ThankYou } from '#domain/template/form.ts';
import { EXAMPLE } from './examples.ts';

export const brandingSchema = z
  .object({
    displayName: z
      .string()
      .nullable()
      .meta({ examples: ['Acme GmbH'] }),
    logoUrl: z.string().nullable(),
    accentColor: z
      .string()
      .nullable()
      .meta({ examples: ['#2f6f4f'] }),
    logoWidth: z.int().nullable(),
    logoHeight: z.int().nullable(),
    isTest: z.boolean().describe('Whether it belongs to a test environment, where nothing is binding.'),
  })
  .meta({ id: 'Branding' });
export type WireBranding = z.infer<typeof brandingSchema>;

const signerFieldSchema = envelopeFieldSchema
  .omit({ proposedAutoSource: true })
  .extend({
    displayLabel: z
      .string()
      .describe('The label, or the name of the type.')
      .meta({ examples: ['Signature'] }),
  })
  .meta({ id: 'SignerField' });
export type WireSignerField = z.infer<typeof signerFieldSchema>;

/**
 * A signer's view of an envelope: their own record and fields, and only the order and status of the others.
 */
export const signerViewSchema = z
  .object({
    envelope: envelopeSchema
      .pick({
        id: true,
        status: true,
        detectionStatus: true,
        version: true,
        legalFramework: true,
        consumerDisclosure: true,
        originalFilename: true,
        displayName: true,
        expiresAt: true,
        documentHash: true,
        pageCount: true,
        sealedAt: true,
      })
      .extend({
        documents: z.array(presentedDocument).describe('The files in order.'),
        hasCertificateFile,
      }),
    me: participantSchema.omit({ lastIpAddress: true, lastUserAgent: true }),
    participants: z.array(z.object({ orderIndex: z.int(), status: z.enum(PARTICIPANT_STATUSES) })),
    fields: z.array(signerFieldSchema).describe("Fields to fill in; empty unless it is the signer's turn."),
    inputs: z
      .array(signerFieldSchema.pick({ key: true, type: true, options: true, value: true }))
      .describe("Earlier answers of others that the conditions and formulas of the signer's fields read."),
    completedFields: z.array(signerFieldSchema).describe('Fields the signer filled in, after signing.'),
    others: z
      .array(
        z.object({
          fieldId: createIdSchema('field'),
          type: z.enum(FIELD_TYPES),
          ...place,
          value: z.string(),
        }),
      )
      .describe(
        'What the sender put on the pages, and what earlier signers filled in, without their private answers. A fixed text is its text, a strikethrough `true`. A signature is the typed text, drawn or uploaded; `GET /api/signer/document?variant=current` shows it as drawn.',
      )
      .meta({ examples: [[]] }),
    openFields: z
      .array(z.object({ ...place, person: z.int().describe('Position in `participants`, from 0.') }))
      .describe(
        "Where others still have to fill something in, while it is the signer's turn; without private fields and those with a condition.",
      )
      .meta({ examples: [[]] }),
    isMyTurn: z.boolean().meta({ examples: [true] }),
    versionNumber: z
      .int()
      .min(1)
      .describe('From the second one on, `GET /api/signer/changes` lists what changed.')
      .meta({ examples: [1] }),
    senderName: z.string().meta({ examples: [EXAMPLE.senderName] }),
    senderEmail: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
    branding: brandingSchema,
    documentUrl: z
      .string()
      .nullable()
      .describe('URL of the PDF, valid for a few minutes.')
      .meta({ examples: ['https://sign.example.com/api/signer/document?token=eyJ2IjoxfQ.c2lnbmF0dXJl'] }),
    canAsk: z
      .boolean()
      .describe('Whether they may ask the sender. Who came by a public form may not.')
      .meta({ examples: [true] }),
    thankYou: thankYou
      .nullable()
      .describe('What people who came by a public form read once they have signed; null for others.'),
    threads: z
      .array(signerThreadSchema)
      .describe('Their own questions with the answers, and those that the sender shows to everyone.')
      .meta({ examples: [[]] }),
    disclosure: z
      .object({ version: z.string(), locale: z.string(), title: z.string(), paragraphs: z.array(z.string()) })
      .nullable()
      .describe('The consumer disclosure to show first, if the envelope requires it.'),
  })
  .meta({ id: 'SignerView' });
export type SignerView = z.infer<typeof signerViewSchema>;

/** Converts a graph to a participant's view, or returns null if there is no such participant. */
export function toSignerView(
  graph: EnvelopeGraph,
  participantId: string,
  extras: {
    readonly branding: WireBranding;
    readonly documentUrl: string | null;
    /** For people who came by a public form. */
    readonly thankYou: ThankYou | null;
    /** Files that the participant has uploaded and hasn't signed with yet. */
    readonly uploads: readonly UploadedAttachment[];
  },
): SignerView | null {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return null;
  const {
    lastIpAddress: _ip,
    lastUserAgent: _agent,
    authentication,
    ...shown
  } = toWireParticipant(participant);
  const me = {
    ...shown,
    authentication: { ...authentication, phone: toTextedPhone(participant).phone ?? null },
  };
  const { envelope } = graph;
  const prepared = findDocument(graph, 'prepared');
  const isMyTurn = hasTurn(graph, participantId);
  const own = graph.fields
    .filter((field) => field.participantId === participantId)
    .map((field) => {
      const uploads = extras.uploads.filter(({ fieldId }) => fieldId === field.id);
      return toSignerField(field.attachments.length > 0 ? field : { ...field, attachments: uploads });
    });
  return {
    envelope: {
      id: envelope.id,
      status: envelope.status,
      detectionStatus: envelope.detectionStatus,
      version: envelope.version,
      legalFramework: envelope.legalFramework,
      consumerDisclosure: envelope.consumerDisclosure,
      originalFilename: envelope.originalFilename,
      displayName: envelope.displayName,
      expiresAt: envelope.expiresAt,
      documentHash: prepared?.sha256 ?? null,
      pageCount: prepared?.pageCount ?? null,
      sealedAt: envelope.sealedAt,
      documents: toPresentedDocuments(graph.files),
      hasCertificateFile: canReadCertificate(graph, participantId),
    },
    me,
    participants: graph.participants.map(({ orderIndex, status }) => ({ orderIndex, status })),
    fields: isMyTurn ? own : [],
    inputs: isMyTurn ? listInputs(graph, participantId) : [],
    completedFields: participant.status === 'signed' ? own.filter(({ value }) => value !== null) : [],
    others: listEarlierAnswers(graph, participant),
    openFields: isMyTurn ? openFieldsOfOthers(graph, participantId) : [],
    isMyTurn,
    versionNumber: envelope.versionNumber,
    senderName: envelope.senderName,
    senderEmail: envelope.senderEmail,
    branding: extras.branding,
    documentUrl: extras.documentUrl,
    canAsk: participant.canAsk && participant.status === 'pending' && envelope.status === 'in_progress',
    thankYou: extras.thankYou,
    threads: listVisibleThreads(graph, participantId).map(({ thread, isMine }) => ({
      ...toWireThread(thread),
      isMine,
    })),
    disclosure: envelope.consumerDisclosure
      ? { ...CONSUMER_DISCLOSURE, paragraphs: [...CONSUMER_DISCLOSURE.paragraphs] }
      : null,
  };
}

function listInputs({ fields }: EnvelopeGraph, participantId: string): SignerView['inputs'] {
  const isOwn = (field: EnvelopeField) => field.participantId === participantId;
  const read = new Set(fields.filter(isOwn).flatMap((field) => readRule(field).keys));
  return fields
    .filter((field) => !isOwn(field) && read.has(field.key) && isVisibleTo(field, participantId))
    .map(({ key, type, options, value }) => ({ key, type, options: options && [...options], value }));
}

/**
 * Checks whether a participant may see the file of a field. They see their own files and those that earlier
 * signers attached.
 */
export function isSeenBy(graph: EnvelopeGraph, participantId: string, fieldId: string): boolean {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return false;
  const isOwn = graph.fields.some((field) => field.id === fieldId && field.participantId === participantId);
  return isOwn || listEarlierAnswers(graph, participant).some((answer) => answer.fieldId === fieldId);
}

/**
 * Returns what is on the pages besides a participant's own fields, from their turn on: the answers of earlier
 * signers that they may see, and what the sender put there.
 */
function listEarlierAnswers(
  graph: EnvelopeGraph,
  { id: me, orderIndex, status }: Participant,
): SignerView['others'] {
  const isTurn = hasTurn(graph, me);
  if (!isTurn && status !== 'signed') return [];
  const earlier = graph.participants
    .filter((one) => one.status === 'signed' && one.id !== me && (isTurn || one.orderIndex < orderIndex))
    .map(({ id }) => id);
  return graph.fields.flatMap((field) => {
    const { id: fieldId, participantId, type, page, x, y, width, height } = field;
    const value = getShownValue(field);
    const isThere = isAnnotation(field) || earlier.includes(participantId ?? '');
    if (value === null || !isThere) return [];
    return isVisibleTo(field, me) ? [{ fieldId, type, page, x, y, width, height, value }] : [];
  });
}

function openFieldsOfOthers({ participants, fields }: EnvelopeGraph, me: string): SignerView['openFields'] {
  return participants.flatMap(({ id, status }, person) => {
    if (id === me || status !== 'pending') return [];
    return fields
      .filter((field) => field.participantId === id && field.condition === null && isVisibleTo(field, me))
      .map(({ page, x, y, width, height }) => ({ page, x, y, width, height, person }));
  });
}

function toSignerField({ proposedAutoSource: _proposed, ...field }: EnvelopeField): WireSignerField {
  return {
    ...field,
    ...copyLists(field),
    ...toWireFiles(field),
    displayLabel: field.label ?? (isTickBox(field) ? field.options?.[0] : null) ?? TYPE_LABELS[field.type],
  };
}
