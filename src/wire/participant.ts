import { z } from 'zod';
import {
  AUTHENTICATION_METHODS,
  PARTICIPANT_DELIVERIES,
  PARTICIPANT_ROLES,
  PARTICIPANT_STATUSES,
} from '#domain/envelope/status.ts';
import { LANGUAGES } from '#domain/language.ts';
import { timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { signedWithSchema, signingSchema } from './signing.ts';

/** A participant as the sender sees them. */
export const participantSchema = z
  .object({
    id: createIdSchema('participant'),
    envelopeId: createIdSchema('envelope'),
    organizationId: createIdSchema('organization'),
    orderIndex: z
      .int()
      .describe(
        'Signing order. Participants with the same value sign in parallel; the pending ones with the lowest value are the current signers.',
      ),
    name: z.string().meta({ examples: [EXAMPLE.name] }),
    role: z
      .enum(PARTICIPANT_ROLES)
      .describe('An approver agrees without signing; their status becomes signed.'),
    delivery: z
      .enum(PARTICIPANT_DELIVERIES)
      .describe(
        'email: by an emailed link. embedded: by a session URL from your application, never emailed. in_person: on a device that the sender hands them.',
      ),
    email: z.string().meta({ examples: [EXAMPLE.email] }),
    status: z
      .enum(PARTICIPANT_STATUSES)
      .describe("pending: hasn't signed, even if it isn't their turn. signed and declined are final."),
    consentedAt: timestamp.nullable().describe('When they consented to sign electronically.'),
    signedAt: timestamp.nullable(),
    authentication: z
      .object({
        method: z.enum(AUTHENTICATION_METHODS),
        phone: z
          .string()
          .nullable()
          .describe('Where codes are texted; null for other methods. Recipients see its last two digits.')
          .meta({ examples: [null] }),
        provider: z
          .string()
          .nullable()
          .describe('The identity provider they sign in with; null for other methods.')
          .meta({ examples: [null] }),
      })
      .describe('How they prove who they are before they see the document.'),
    signing: signingSchema.describe('How they sign.'),
    signedWith: signedWithSchema
      .nullable()
      .describe(
        'What they signed with: null before they have signed, and for a signature without a passkey.',
      ),
    authenticatedAt: timestamp.nullable().describe('When they last proved who they are, before they signed.'),
    declinedAt: timestamp.nullable(),
    lastViewedAt: timestamp.nullable(),
    declineReason: z.string().nullable(),
    lastIpAddress: z.string().nullable(),
    lastUserAgent: z.string().nullable(),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    updatedAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    company: z
      .string()
      .nullable()
      .meta({ examples: [EXAMPLE.company] }),
    title: z
      .string()
      .nullable()
      .meta({ examples: [EXAMPLE.title] }),
    language: z
      .enum(LANGUAGES)
      .nullable()
      .describe('Language of their emails, set by the sender or by their browser.'),
    canDelegate: z.boolean().describe('Whether they may ask someone else to act in their place.'),
    delegatedFrom: z
      .array(z.object({ name: z.string(), at: timestamp }))
      .describe('Who had this turn before and handed it over, first to last.')
      .meta({ examples: [[{ name: 'Charles Babbage', at: EXAMPLE.sentAt }]] }),
    message: z.string().nullable().describe('The note that only this participant sees.'),
    detectedPartyIndex: z.int().nullable().describe('Index of the detected party they were matched to.'),
  })
  .meta({ id: 'Participant' });
export type WireParticipant = z.infer<typeof participantSchema>;
