import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { EXAMPLE } from './examples.ts';
import { hasCertificateFile, presentedDocument } from './document.ts';
import { messageSchema } from './message.ts';
import { shownPerson } from './shown-person.ts';
import { brandingSchema } from './signer-view.ts';
import { timestamp } from './text.ts';

/** A recipient's view of an envelope of which they get a copy. */
export const copyViewSchema = z
  .object({
    name: z.string().meta({ examples: [EXAMPLE.name] }),
    senderName: z.string().meta({ examples: [EXAMPLE.senderName] }),
    senderEmail: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
    displayName: z.string().meta({ examples: [EXAMPLE.displayName] }),
    branding: brandingSchema,
    envelopeStatus: z.enum(ENVELOPE_STATUSES).meta({ examples: ['completed'] }),
    sealedAt: timestamp.nullable(),
    documents: z.array(presentedDocument).describe('The files in order.'),
    hasCertificateFile,
    message: messageSchema.nullable().describe('The message to everyone.'),
    participants: z.array(shownPerson).describe('Everyone who signs or approves, in signing order.'),
  })
  .meta({ id: 'CopyView' });
export type CopyView = z.infer<typeof copyViewSchema>;
