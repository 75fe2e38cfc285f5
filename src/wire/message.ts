import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from './examples.ts';
import { createLineSchema, createLinesSchema } from './text.ts';

const TOKENS = 'Tokens of name patterns are replaced when the envelope is sent.';

/** The message to everyone, in requests. */
export const messageInput = z
  .strictObject({
    subject: createLineSchema(LIMITS.messageSubjectMaxChars)
      .nullish()
      .describe(`Subject of the emails that ask someone to sign. Default: ours. ${TOKENS}`)
      .meta({ examples: [EXAMPLE.messageSubject] }),
    body: createLinesSchema(LIMITS.messageBodyMaxChars)
      .nullish()
      .describe(`Shown in the emails and on the page that the link opens. ${TOKENS}`)
      .meta({ examples: [EXAMPLE.messageBody] }),
  })
  .meta({
    id: 'MessageInput',
    description: 'Plain text; line breaks stay, and nothing in it becomes a link.',
  });

/** A note to one participant, in requests. */
export const noteInput = createLinesSchema(LIMITS.participantMessageMaxChars)
  .nullish()
  .describe(`A note that only this person sees, in their emails and on their page. ${TOKENS}`);

export const messageSchema = z
  .strictObject({
    subject: z
      .string()
      .nullable()
      .describe('Subject of the emails that ask someone to sign.')
      .meta({ examples: [EXAMPLE.messageSubject] }),
    body: z
      .string()
      .nullable()
      .describe('Plain text with line breaks.')
      .meta({ examples: [EXAMPLE.messageBody] }),
  })
  .meta({ id: 'Message' });
