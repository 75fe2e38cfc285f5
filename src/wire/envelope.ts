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
import { timestamp } from './text.ts';

export const envelopeStatus = z.enum(ENVELOPE_STATUSES);

export const reminderPolicy = z
  .strictObject({
    firstAfterDays: z.int().min(1).max(30).describe('Days from the link to the first reminder.'),
    everyDays: z.int().min(1).max(30).describe('Days from one reminder to the next.'),
    maxReminders: z.int().min(1).max(20).describe('How many a signer gets at most.'),
  })
  .meta({
    id: 'ReminderPolicy',
    description: 'When unsigned envelopes remind their current signer, in days.',
  });

export const metadata = z
  .record(z.string().min(1).max(LIMITS.metadataKeyMaxChars), z.string().max(LIMITS.metadataValueMaxChars))
  .refine(
    (pairs) => Object.keys(pairs).length <= LIMITS.metadataMaxPairs,
    `must have at most ${LIMITS.metadataMaxPairs} pairs`,
  );

export const detectedParty = z.object({
  index: z.int().describe('What partyIndex and detectedPartyIndex name it by.'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  roleLabel: z.string().nullable().describe('What the document calls it, such as Supplier.'),
  fieldCount: z.int().describe('Fields that were found for it.'),
});

/** An envelope as answers carry it: every key is present, null until it has a value. */
export const envelopeSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    teamId: z.string(),
    templateId: z.string().nullable(),
    templateContentHash: z.string().nullable(),
    status: envelopeStatus.describe(
      'draft and review: can be edited and sent. detecting: the document is being read. in_progress: out for signature. The others are final.',
    ),
    detectionStatus: z
      .enum(DETECTION_STATUSES)
      .describe('queued: detection is about to begin. running: the status is detecting until it ends.'),
    documentStatus: z
      .enum(DOCUMENT_STATUSES)
      .describe(
        'Whether the document has yet to come, is being converted, is there, or cannot be used: then another one can be uploaded.',
      ),
    documentRefusal: z
      .string()
      .nullable()
      .describe('Why it cannot be used, as `details.reason` of `document_unreadable`.'),
    version: z.int().min(1).describe('Grows by one with each event that changes the envelope.'),
    originalFilename: z.string(),
    displayName: z.string(),
    sourceFormat: z.enum(SOURCE_FORMATS).describe('What was uploaded; pdf until then.'),
    contentHash: z.string().nullable().describe('SHA-256 (hex) of the document as it was uploaded.'),
    documentHash: z
      .string()
      .nullable()
      .describe('SHA-256 (hex) of the prepared PDF: the bytes that signers see and sign.'),
    pageCount: z.int().nullable().describe('Pages of the prepared PDF.'),
    sizeBytes: z.number().nullable().describe('Of the document as it was uploaded.'),
    deliveryMode: z
      .enum(DELIVERY_MODES)
      .describe(
        'How the bytes came: with the call that created it, by an upload afterwards, or from a template.',
      ),
    legalFramework: z.enum(LEGAL_FRAMEWORKS).describe('Frozen at sending, and printed on the certificate.'),
    consumerDisclosure: z.boolean().describe('Whether signers consent to the consumer disclosure first.'),
    expiresAt: timestamp.nullable().describe('When it ends unless all have signed; null for never.'),
    scheduledSendAt: timestamp.nullable().describe('When it will be sent, while it is a draft.'),
    sentAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
    declinedAt: timestamp.nullable(),
    voidedAt: timestamp.nullable(),
    expiredAt: timestamp.nullable(),
    sealedAt: timestamp.nullable().describe('When the sealed PDF became available.'),
    createdAt: timestamp,
    updatedAt: timestamp,
    reminderPolicy: reminderPolicy.nullable(),
    metadata: z.record(z.string(), z.string()).nullable(),
    senderUserId: z.string().nullable(),
    senderName: z.string(),
    senderEmail: z.string(),
    detectedParties: z.array(detectedParty).nullable(),
  })
  .meta({ id: 'Envelope' });
export type WireEnvelope = z.infer<typeof envelopeSchema>;
