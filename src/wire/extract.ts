import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { SEMANTIC_DATES } from '#reading/contract/labeled-values.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema, createNullableIdSchema } from './identifier.ts';

const about = {
  envelopeId: createIdSchema('envelope'),
  envelopeStatus: z.enum(ENVELOPE_STATUSES).meta({ examples: ['in_progress'] }),
  message: z.string().describe('What has been read so far, in words.'),
};
const where = {
  text: z
    .string()
    .describe('The wording: a passage of the document or the label of the field.')
    .meta({ examples: ['This agreement takes effect on 1 March 2027.'] }),
  page: z
    .int()
    .describe('From 1.')
    .meta({ examples: [1] }),
  source: z
    .enum(['field', 'document'])
    .describe('field: filled in by a signer. document: read from the text.')
    .meta({ examples: ['document'] }),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe('1 for values filled in by signers.')
    .meta({ examples: [0.9] }),
};
const isoDate = z.string().meta({ format: 'date', examples: ['2027-03-01'] });

/** The data of a completed contract, or the information that it isn't completed yet. */
export const extractSchema = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('not_extracted'), ...about }),
    z.object({
      status: z.literal('extracted'),
      ...about,
      parties: z.array(
        z.object({
          participantId: createIdSchema('participant'),
          name: z.string().meta({ examples: [EXAMPLE.name] }),
          email: z.string().meta({ examples: [EXAMPLE.email] }),
          company: z
            .string()
            .nullable()
            .meta({ examples: [EXAMPLE.company] }),
          title: z
            .string()
            .nullable()
            .meta({ examples: [EXAMPLE.title] }),
          role: z
            .string()
            .nullable()
            .describe("The template's apiRoleName, or the name of the role that the fields were created for.")
            .meta({ examples: ['Consultant'] }),
          signedAt: timestamp.nullable().meta({ examples: [EXAMPLE.completedAt] }),
        }),
      ),
      dates: z.object({
        createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
        sentAt: timestamp.nullable().meta({ examples: [EXAMPLE.sentAt] }),
        completedAt: timestamp.nullable().meta({ examples: [EXAMPLE.completedAt] }),
        agreementDate: isoDate
          .nullable()
          .describe('Same as in `semantic.dates`. So are the next two.')
          .meta({ examples: ['2027-03-01'] }),
        effectiveDate: isoDate.nullable(),
        expirationDate: isoDate.nullable(),
      }),
      fields: z.array(
        z.object({
          fieldId: createIdSchema('field'),
          label: z.string().meta({ examples: ['Place of signing'] }),
          key: z
            .string()
            .describe("The field's key, unique in the envelope. Default: the label in snake case.")
            .meta({ examples: ['place_of_signing'] }),
          type: z.enum(FIELD_TYPES),
          participantId: createNullableIdSchema('participant'),
          value: z
            .string()
            .nullable()
            .meta({ examples: ['Malmö'] }),
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
