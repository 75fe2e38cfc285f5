import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { SEMANTIC_DATES } from '#reading/contract/labeled-values.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { timestamp } from './text.ts';

const about = {
  envelopeId: z.string(),
  envelopeStatus: z.enum(ENVELOPE_STATUSES),
  message: z.string().describe('What has been read so far, in words.'),
};
const where = {
  text: z.string().describe('The wording: a passage of the document or the label of the field.'),
  page: z.int().describe('From 1.'),
  source: z
    .enum(['field', 'document'])
    .describe('field: filled in by a signer. document: read from the text.'),
  confidence: z.number().min(0).max(1).describe('1 for values filled in by signers.'),
};
const isoDate = z.string().meta({ format: 'date', examples: ['2027-03-01'] });

/** A completed contract as data, or that it isn't completed yet. */
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
              "The template's apiRoleName, or the name of the role that the fields were created for.",
            ),
          signedAt: timestamp.nullable(),
        }),
      ),
      dates: z.object({
        createdAt: timestamp,
        sentAt: timestamp.nullable(),
        completedAt: timestamp.nullable(),
        agreementDate: isoDate.nullable().describe('The same as in `semantic.dates`, like the next two.'),
        effectiveDate: isoDate.nullable(),
        expirationDate: isoDate.nullable(),
      }),
      fields: z.array(
        z.object({
          fieldId: z.string(),
          label: z.string(),
          key: z.string().describe('The label in snake case, unique in the envelope.'),
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
          .describe('The clause that makes the contract run until terminated.'),
        parties: z
          .array(
            z.object({
              name: z.string(),
              aliases: z.array(z.string()).describe('How the text refers to them.'),
              text: where.text,
              page: where.page,
              confidence: z.number().min(0).max(1),
            }),
          )
          .describe('Parties named in the text, regardless of who signed.'),
      }),
    }),
  ])
  .meta({ id: 'Extract' });
export type WireExtract = z.infer<typeof extractSchema>;
