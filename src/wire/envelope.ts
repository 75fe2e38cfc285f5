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
    firstAfterDays: z.int().min(1).max(30),
    everyDays: z.int().min(1).max(30),
    maxReminders: z.int().min(1).max(20),
  })
  .meta({
    id: 'ReminderPolicy',
    description: 'When unsigned envelopes remind their current signer, in days.',
  });

export const metadata = z
  .record(z.string().min(1).max(LIMITS.metadataKeyMaxChars), z.string().max(LIMITS.metadataValueMaxChars))
  .refine(
    (pairs) => Object.keys(pairs).length <= LIMITS.metadataMaxPairs,
    `has more than ${LIMITS.metadataMaxPairs} pairs`,
  );

export const detectedParty = z.object({
  index: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  roleLabel: z.string().nullable(),
  fieldCount: z.int(),
});

/** An envelope as answers carry it: every key is present, null until it has a value. */
export const envelopeSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    teamId: z.string(),
    templateId: z.string().nullable(),
    templateContentHash: z.string().nullable(),
    status: envelopeStatus,
    detectionStatus: z.enum(DETECTION_STATUSES),
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
    sourceFormat: z.enum(SOURCE_FORMATS),
    contentHash: z.string().nullable().describe('SHA-256 (hex) of the document as it was uploaded.'),
    documentHash: z
      .string()
      .nullable()
      .describe('SHA-256 (hex) of the prepared PDF: the bytes that signers see and sign.'),
    pageCount: z.int().nullable(),
    sizeBytes: z.number().nullable(),
    deliveryMode: z.enum(DELIVERY_MODES),
    legalFramework: z.enum(LEGAL_FRAMEWORKS),
    consumerDisclosure: z.boolean(),
    expiresAt: timestamp.nullable(),
    scheduledSendAt: timestamp.nullable(),
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
