import { z } from 'zod';
import {
  DELIVERY_MODES,
  DETECTION_STATUSES,
  DOCUMENT_STATUSES,
  ENVELOPE_STATUSES,
  LEGAL_FRAMEWORKS,
  SOURCE_FORMATS,
} from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { envelopeDocument, preparedDocument } from './document.ts';
import { copiesSchema } from './copies.ts';
import { messageSchema } from './message.ts';
import { timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema, createNullableIdSchema } from './identifier.ts';

const envelopeStatus = z.enum(ENVELOPE_STATUSES);

export const reminderPolicy = z
  .strictObject({
    firstAfterDays: z.int().min(1).max(30).describe('Days from the link to the first reminder.'),
    everyDays: z.int().min(1).max(30).describe('Days between reminders.'),
    maxReminders: z.int().min(1).max(20).describe('Maximum number of reminders for each signer.'),
  })
  .meta({
    id: 'ReminderPolicy',
    description: 'Automatic reminders for the current signers, in days.',
  });

export const metadata = z
  .record(z.string().min(1).max(LIMITS.metadataKeyMaxChars), z.string().max(LIMITS.metadataValueMaxChars))
  .refine(
    (pairs) => Object.keys(pairs).length <= LIMITS.metadataMaxPairs,
    `must have at most ${LIMITS.metadataMaxPairs} pairs`,
  );

const detectedParty = z.object({
  index: z.int().describe('The value of partyIndex and detectedPartyIndex.'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  roleLabel: z.string().nullable().describe('Its name in the document, such as Supplier.'),
  fieldCount: z.int().describe('Number of fields detected for it.'),
});

/** An envelope in responses. Every key is present, and is null until it has a value. */
export const envelopeSchema = z
  .object({
    id: createIdSchema('envelope'),
    organizationId: createIdSchema('organization'),
    teamId: createIdSchema('team'),
    templateId: z.string().nullable(),
    templateContentHash: z.string().nullable(),
    status: envelopeStatus
      .describe(
        'draft and review: editable, not sent. detecting: the document is being read. in_progress: out for signature. All others are final.',
      )
      .meta({ examples: ['in_progress'] }),
    detectionStatus: z
      .enum(DETECTION_STATUSES)
      .describe('queued: detection is about to start. running: the status is detecting until it ends.'),
    documentStatus: z
      .enum(DOCUMENT_STATUSES)
      .describe(
        "Whether the document hasn't been uploaded, is being converted, is available or can't be used. In the last case, you can upload another.",
      )
      .meta({ examples: ['received'] }),
    documentRefusal: z
      .string()
      .nullable()
      .describe("Why it can't be used, as in `details.reason` of `document_unreadable`."),
    version: z
      .int()
      .min(1)
      .describe('Increases by one with each event that changes the envelope.')
      .meta({ examples: [3] }),
    originalFilename: z.string().meta({ examples: [EXAMPLE.filename] }),
    displayName: z.string().meta({ examples: [EXAMPLE.displayName] }),
    sourceFormat: z
      .enum(SOURCE_FORMATS)
      .describe('Format of the uploaded file; pdf before the upload.')
      .meta({ examples: ['pdf'] }),
    contentHash: z
      .string()
      .nullable()
      .describe('SHA-256 (hex) of the uploaded document.')
      .meta({ examples: [EXAMPLE.contentHash] }),
    documentHash: z
      .string()
      .nullable()
      .describe('SHA-256 (hex) of the prepared PDF that signers see and sign.')
      .meta({ examples: [EXAMPLE.documentHash] }),
    pageCount: z
      .int()
      .nullable()
      .describe('Number of pages of the prepared PDF.')
      .meta({ examples: [3] }),
    sizeBytes: z
      .number()
      .nullable()
      .describe('Size of the uploaded document.')
      .meta({ examples: [84_213] }),
    deliveryMode: z
      .enum(DELIVERY_MODES)
      .describe('How the document arrived: in the create call, by upload, or from a template.'),
    legalFramework: z
      .enum(LEGAL_FRAMEWORKS)
      .describe('Fixed when the envelope is sent, and printed on the certificate.')
      .meta({ examples: ['esign_ueta'] }),
    consumerDisclosure: z.boolean().describe('Whether signers must accept the consumer disclosure first.'),
    expiresAt: timestamp
      .nullable()
      .describe("When the envelope expires if it isn't completed; null for never.")
      .meta({ examples: [EXAMPLE.expiresAt] }),
    scheduledSendAt: timestamp.nullable().describe('When a scheduled draft will be sent.'),
    sentAt: timestamp.nullable().meta({ examples: [EXAMPLE.sentAt] }),
    completedAt: timestamp.nullable(),
    declinedAt: timestamp.nullable(),
    voidedAt: timestamp.nullable(),
    expiredAt: timestamp.nullable(),
    sealedAt: timestamp.nullable().describe('When the sealed PDF became available.'),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    updatedAt: timestamp.meta({ examples: [EXAMPLE.sentAt] }),
    reminderPolicy: reminderPolicy
      .nullable()
      .meta({ examples: [{ firstAfterDays: 3, everyDays: 7, maxReminders: 3 }] }),
    metadata: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ examples: [{ crmId: '4711' }] }),
    senderUserId: createNullableIdSchema('user'),
    senderName: z.string().meta({ examples: [EXAMPLE.senderName] }),
    senderEmail: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
    detectedParties: z.array(detectedParty).nullable(),
    message: messageSchema.nullable().describe('The message to everyone.'),
    copies: copiesSchema,
    document: preparedDocument
      .nullable()
      .describe('The prepared PDF; null until there is one.')
      .meta({ examples: [{ notices: [EXAMPLE.notice] }] }),
    documents: z
      .array(envelopeDocument)
      .describe(
        'The files in order. Their pages make up the prepared PDF, and `page` counts through all of them. Empty until the first has been received.',
      ),
  })
  .meta({ id: 'Envelope' });
export type WireEnvelope = z.infer<typeof envelopeSchema>;
