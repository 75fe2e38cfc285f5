import { z } from 'zod';
import { PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import { LANGUAGES } from '#domain/language.ts';
import { timestamp } from './text.ts';

/** A participant, as the sender sees it. */
export const participantSchema = z
  .object({
    id: z.string(),
    envelopeId: z.string(),
    organizationId: z.string(),
    orderIndex: z.int().describe('Signing order. The lowest pending one is the current signer.'),
    name: z.string(),
    email: z.string(),
    status: z
      .enum(PARTICIPANT_STATUSES)
      .describe("pending: hasn't signed, even if it isn't their turn. signed and declined are final."),
    consentedAt: timestamp.nullable().describe('When they consented to sign electronically.'),
    signedAt: timestamp.nullable(),
    declinedAt: timestamp.nullable(),
    lastViewedAt: timestamp.nullable(),
    declineReason: z.string().nullable(),
    lastIpAddress: z.string().nullable(),
    lastUserAgent: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    company: z.string().nullable(),
    title: z.string().nullable(),
    language: z
      .enum(LANGUAGES)
      .nullable()
      .describe('Language of their emails, set by the sender or by their browser.'),
    detectedPartyIndex: z.int().nullable().describe('The detected party they are.'),
  })
  .meta({ id: 'Participant' });
export type WireParticipant = z.infer<typeof participantSchema>;
