import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { timestamp } from './text.ts';

const about = {
  envelopeId: z.string(),
  envelopeStatus: z.enum(ENVELOPE_STATUSES),
  message: z.string(),
};
const where = {
  text: z.string(),
  page: z.int(),
  source: z.enum(['field', 'document']),
  confidence: z.number().min(0).max(1),
};
const isoDate = z.string().meta({ format: 'date', examples: ['2027-03-01'] });

/** A completed contract as data, or that there is none yet. */
export const extractSchema = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('not_extracted'), ...about }),
    z.object({
      status: z.literal('extracted'),
      ...about,
      parties: z.array(
        z.object({
          participantId: z.string(),
          name: z.string(),
          email: z.string(),
          company: z.string().nullable(),
          title: z.string().nullable(),
          role: z.string().nullable(),
          signedAt: timestamp.nullable(),
        }),
      ),
      dates: z.object({
        createdAt: timestamp,
        sentAt: timestamp.nullable(),
        completedAt: timestamp.nullable(),
        agreementDate: isoDate.nullable(),
        effectiveDate: isoDate.nullable(),
        expirationDate: isoDate.nullable(),
      }),
      fields: z.array(
        z.object({
          fieldId: z.string(),
          label: z.string(),
          key: z.string(),
          type: z.enum(FIELD_TYPES),
          participantId: z.string().nullable(),
          value: z.string().nullable(),
        }),
      ),
      semantic: z.object({
        dates: z.array(z.object({ kind: z.string(), value: isoDate, ...where })),
        governingLaw: z.object({ value: z.string(), ...where }).nullable(),
        /** The clause by which the contract runs until somebody ends it. */
        perpetual: z.object(where).nullable(),
        /** Parties that the text names, with the terms it defines for them. */
        parties: z.array(
          z.object({
            name: z.string(),
            aliases: z.array(z.string()),
            text: z.string(),
            page: z.int(),
            confidence: z.number().min(0).max(1),
          }),
        ),
      }),
    }),
  ])
  .meta({ id: 'Extract' });
export type WireExtract = z.infer<typeof extractSchema>;
