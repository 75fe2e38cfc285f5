import { z } from 'zod';
import { THREAD_KINDS, THREAD_STATES, THREAD_VISIBILITIES, type Thread } from '#domain/envelope/thread.ts';
import { LIMITS } from '#domain/limits.ts';
import { isVisible } from '#domain/text.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema, createNullableIdSchema } from './identifier.ts';
import { createLinesSchema, timestamp } from './text.ts';

const fraction = z.number().min(0).max(1);
const box = z
  .strictObject({
    x: fraction.describe('The left edge, as a fraction of the page as displayed.'),
    y: fraction.describe('The top edge.'),
    width: fraction.describe('As a fraction of the page.'),
    height: fraction.describe('As a fraction of the page.'),
  })
  .meta({ examples: [{ x: 0.12, y: 0.31, width: 0.52, height: 0.02 }] });
const page = z.int().min(1).max(LIMITS.documentMaxPages).describe('Counted from 1.');
const kind = z
  .enum(THREAD_KINDS)
  .describe('question: they want an answer. change: they want other words in the document.');
const visibleTo = z
  .enum(THREAD_VISIBILITIES)
  .describe('Who sees it besides the sender: the participant who began it, or every participant.');
const text = createLinesSchema(LIMITS.threadTextMaxChars)
  .overwrite((given) => given.trim())
  .min(1)
  .refine((given) => given === '' || isVisible(given), 'must have a character that can be seen')
  .describe('Plain text. Nothing in it becomes a link.')
  .meta({ examples: ['Can we say 30 days instead of 14?'] });

const threadMessage = z.object({
  id: createIdSchema('threadMessage'),
  author: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('signer'),
        participantId: createIdSchema('participant'),
        name: z.string().meta({ examples: [EXAMPLE.name] }),
      }),
      z.object({
        type: z.literal('sender'),
        userId: createNullableIdSchema('user').describe('null if a program answered.'),
        name: z.string().meta({ examples: [EXAMPLE.senderName] }),
      }),
    ])
    .meta({ id: 'ThreadAuthor' }),
  text: z.string().meta({ examples: ['Can we say 30 days instead of 14?'] }),
  at: timestamp,
});

export const threadSchema = z
  .object({
    id: createIdSchema('thread'),
    envelopeId: createIdSchema('envelope'),
    kind,
    state: z
      .enum(THREAD_STATES)
      .describe(
        "open: the sender hasn't answered the last message. answered: they have. settled: it's done.",
      ),
    startedBy: createIdSchema('participant').describe('The participant who began it.'),
    quote: z
      .object({ page, text: z.string().describe('What the page draws there.'), boxes: z.array(box) })
      .nullable()
      .describe('The passage that it is about.')
      .meta({
        examples: [
          {
            page: 2,
            text: 'Invoices are payable within 14 days.',
            boxes: [{ x: 0.12, y: 0.31, width: 0.52, height: 0.02 }],
          },
        ],
      }),
    proposal: z
      .string()
      .nullable()
      .describe('The words that should stand instead of the quote.')
      .meta({ examples: ['Invoices are payable within 30 days.'] }),
    visibleTo,
    messages: z.array(threadMessage.meta({ id: 'ThreadMessage' })),
  })
  .meta({ id: 'EnvelopeThread' });
export type WireThread = z.infer<typeof threadSchema>;

/** A thread as a participant sees it. */
export const signerThreadSchema = threadSchema
  .extend({ isMine: z.boolean().describe('Whether they began it, and can write in it.') })
  .meta({ id: 'SignerThread' });
export type SignerThread = z.infer<typeof signerThreadSchema>;

/** What a participant sends to begin a thread. */
export const askInput = z.strictObject({
  kind,
  quote: z
    .strictObject({
      page,
      boxes: z
        .array(box)
        .min(1)
        .max(LIMITS.quoteBoxesMax)
        .describe('The parts of the passage, such as its lines.'),
    })
    .exactOptional()
    .describe('Where the passage is that it is about. The text is read from the document.'),
  text,
  proposal: createLinesSchema(LIMITS.threadTextMaxChars)
    .overwrite((given) => given.trim())
    .exactOptional()
    .describe('The words that should stand instead of the quote. Only for a change with a quote.'),
});
export const threadText = text;
export const threadVisibility = visibleTo;

/** Converts a thread. */
export function toWireThread({ quote, messages, participantId, ...thread }: Thread): WireThread {
  return {
    ...{ id: thread.id, envelopeId: thread.envelopeId, kind: thread.kind, state: thread.state },
    startedBy: participantId,
    quote: quote === null ? null : { ...quote, boxes: [...quote.boxes] },
    proposal: thread.proposal,
    visibleTo: thread.visibleTo,
    messages: [...messages],
  };
}
