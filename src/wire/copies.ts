import { z } from 'zod';
import { COPY_TIMES } from '#domain/envelope/status.ts';
import type { CopyRecipient } from '#domain/envelope/graph.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { emailAddress, createRequiredLineSchema, timestamp } from './text.ts';

const when = z
  .enum(COPY_TIMES)
  .describe(
    'sent: when the envelope is sent, and again once it is sealed. completed: only once it is sealed.',
  );
const language = z.enum(LANGUAGES);

/** A person who gets a copy, in requests. */
const copyInput = z
  .strictObject({
    name: createRequiredLineSchema(LIMITS.nameMaxChars).describe(
      'Their name, as emails and the certificate show it.',
    ),
    email: emailAddress.describe('A link to read and download the documents is sent to this address.'),
    language: language.nullish().describe('Language of their emails. Default: English.'),
    when,
  })
  .meta({ id: 'CopyInput', description: 'A person who receives the documents without acting.' });

export const copiesInput = z
  .array(copyInput)
  .max(LIMITS.copiesMax)
  .describe('People who receive the documents without acting. They replace those there were.');

/** People who get a copy, in the form that templates store. */
export const templateCopies = z.array(
  z
    .object({
      name: z.string().meta({ examples: [EXAMPLE.name] }),
      email: z.string().meta({ examples: [EXAMPLE.email] }),
      language: language.nullable(),
      when,
    })
    .meta({ id: 'TemplateCopy' }),
);

/** People who get a copy, in responses. */
export const copiesSchema = z
  .array(
    z
      .object({
        id: createIdSchema('copy'),
        name: z.string().meta({ examples: [EXAMPLE.name] }),
        email: z.string().meta({ examples: [EXAMPLE.email] }),
        language: language.nullable(),
        when,
        sentAt: timestamp.nullable().describe('When they were last sent a link.'),
        deliveryFailedAt: timestamp.nullable().describe('When that email was rejected or bounced.'),
      })
      .meta({ id: 'CopyRecipient' }),
  )
  .describe('People who receive the documents without acting.');

type Shown = Pick<
  CopyRecipient,
  'id' | 'name' | 'email' | 'language' | 'when' | 'sentAt' | 'deliveryFailedAt'
>;

/** Converts people who get a copy for responses, without link epochs. */
export function toWireCopies(copies: readonly Shown[]): Shown[] {
  return copies.map(({ id, name, email, language: spoken, when: time, sentAt, deliveryFailedAt }) => ({
    ...{ id, name, email, language: spoken, when: time, sentAt, deliveryFailedAt },
  }));
}
