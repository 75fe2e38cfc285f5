import { z } from 'zod';
import { ENVELOPE_STATUSES, PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import { EXAMPLE } from './examples.ts';
import { messageSchema } from './message.ts';
import { brandingSchema } from './signer-view.ts';
import { timestamp } from './text.ts';

/** What someone who gets a copy sees. */
export const copyViewSchema = z
  .object({
    name: z.string().meta({ examples: [EXAMPLE.name] }),
    senderName: z.string().meta({ examples: [EXAMPLE.senderName] }),
    senderEmail: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
    displayName: z.string().meta({ examples: [EXAMPLE.displayName] }),
    branding: brandingSchema,
    envelopeStatus: z.enum(ENVELOPE_STATUSES).meta({ examples: ['completed'] }),
    sealedAt: timestamp.nullable(),
    message: messageSchema.nullable().describe('The message to everyone.'),
    participants: z.array(
      z.object({
        name: z.string().meta({ examples: [EXAMPLE.name] }),
        status: z.enum(PARTICIPANT_STATUSES),
      }),
    ),
  })
  .meta({ id: 'CopyView' });
export type CopyView = z.infer<typeof copyViewSchema>;
