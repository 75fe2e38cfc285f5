import { z } from 'zod';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { timestamp } from './text.ts';

const header = {
  id: createIdSchema('mail'),
  kind: z.enum(['email', 'sms']),
  to: z
    .string()
    .describe('An email address or a phone number.')
    .meta({ examples: ['ada@example.com'] }),
  envelopeId: createIdSchema('envelope').nullable().describe('The envelope that it is about, or null.'),
  subject: z
    .string()
    .meta({ examples: [`TEST: ${EXAMPLE.senderName} has asked you to sign “Services agreement”`] }),
  createdAt: timestamp,
};

/** A message that a test environment sent, without its content. */
export const testMessageHeader = z.object(header).meta({ id: 'TestMessageHeader' });

/** A message that a test environment sent. */
export const testMessage = z
  .object({
    ...header,
    from: z.string().meta({ examples: ['esign@example.com'] }),
    replyTo: z
      .string()
      .nullable()
      .meta({ examples: [EXAMPLE.senderEmail] }),
    html: z
      .string()
      .describe('Empty for text messages.')
      .meta({ examples: ['<!doctype html><p>Please review and sign.</p>'] }),
    text: z
      .string()
      .describe('The same as plain text, signing links included.')
      .meta({ examples: ['Please review and sign: https://sign.example.com/sign#token=eyJ2'] }),
  })
  .meta({ id: 'TestMessage' });
