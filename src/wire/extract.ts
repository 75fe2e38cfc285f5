import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { SEMANTIC_DATES } from '#reading/contract/labeled-values.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { timestamp } from './text.ts';

const about = {
  envelopeId: z.string(),
  envelopeStatus: z.enum(ENVELOPE_STATUSES),
  message: z.string().describe('For people: what was read so far.'),
};
const where = {
  text: z.string().describe('The words that say it: a passage of the document, or the label of the field.'),
  page: z.int().describe('From 1.'),
  source: z
    .enum(['field', 'document'])
    .describe('field: a signer filled it in. document: read from the text.'),
  confidence: z.number().min(0).max(1).describe('1 for what a signer filled in.'),
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
          role: z
            .string()
            .nullable()
            .describe(
              'The template’s apiRoleName, or the name of the role that their fields were drawn for.',
            ),
          signedAt: timestamp.nullable(),
        }),
      ),
      dates: z.object({
        createdAt: timestamp,
        sentAt: timestamp.nullable(),
        completedAt: timestamp.nullable(),
        agreementDate: isoDate.nullable().describe('The same as in `semantic.dates`, as the next two.'),
        effectiveDate: isoDate.nullable(),
        expirationDate: isoDate.nullable(),
      }),
      fields: z.array(
        z.object({
          fieldId: z.string(),
          label: z.string(),
          key: z.string().describe('The label in snake case, unique within the envelope.'),
          type: z.enum(FIELD_TYPES),
          participantId: z.string().nullable(),
          value: z.string().nullable(),
        }),
      ),
      semantic: z.object({
        dates: z.array(z.object({ kind: z.enum(SEMANTIC_DATES), value: isoDate, ...where })),
        governingLaw: z.object({ value: z.string(), ...where }).nullable(),
        perpetual: z
          .object(where)
          .nullable()
          .describe('The clause by which the contract runs until somebody ends it.'),
        parties: z
          .array(
            z.object({
              name: z.string(),
              aliases: z.array(z.string()).describe('What the text calls them from there on.'),
              text: where.text,
              page: where.page,
              confidence: z.number().min(0).max(1),
            }),
          )
          .describe('Parties that the text names, whoever signed.'),
      }),
    }),
  ])
  .meta({ id: 'Extract' });
export type WireExtract = z.infer<typeof extractSchema>;
