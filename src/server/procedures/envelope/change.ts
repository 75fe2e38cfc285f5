import { acceptNewPasskey } from '#domain/envelope/prove.ts';
import { z } from 'zod';
import { correctParticipant as decideCorrection } from '#domain/envelope/correct.ts';
import { extendExpiry as decideExpiry } from '#domain/envelope/expiry.ts';
import { recall, voidEnvelope as decideVoid } from '#domain/envelope/void.ts';
import { LANGUAGES } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { createLineSchema, createRequiredLineSchema, emailAddress, moment, phoneNumber } from '#wire/text.ts';
import { ADDRESSED, createEnvelopeCommand } from './command.ts';

/** Turns a sent envelope back into a draft, as long as nobody has signed. */
export const recallEnvelope = createEnvelopeCommand({
  idempotency: 'recall',
  method: 'POST',
  path: '/api/v1/envelopes/{id}/recall',
  summary: 'Recall an envelope',
  description:
    'Turns a sent envelope back into a draft, as long as nobody has signed or approved it. Its links stop working, and everyone who has received one is notified. Once someone has signed, `details.reason` is `already_signed`.',
  agent: { scopes: ['envelopes:send'], rest: false },
  input: z.strictObject(ADDRESSED),
  decide: () => recall,
});

/** Voids an envelope that hasn't ended. */
export const voidEnvelope = createEnvelopeCommand({
  idempotency: 'void',
  method: 'POST',
  path: '/api/v1/envelopes/{id}/void',
  summary: 'Void an envelope',
  description:
    'Permanently ends an envelope that is a draft or in progress. Everyone who has received a link is notified with the reason.',
  agent: { scopes: ['envelopes:send'], rest: false },
  input: z.strictObject({
    ...ADDRESSED,
    reason: createLineSchema(LIMITS.reasonMaxChars)
      .optional()
      .describe('Shown to everyone who has received a link.'),
  }),
  decide: ({ input: { reason = '' }, facts }) => {
    return (graph) => decideVoid(graph, reason === '' ? null : reason, facts);
  },
});

/**
 * Corrects the name, email, phone number or language of a participant who hasn't signed, and emails them a
 * new link.
 */
export const correctParticipant = createEnvelopeCommand({
  idempotency: 'correct-participant',
  method: 'PATCH',
  path: '/api/v1/envelopes/{id}/participants/{participantId}',
  summary: 'Correct a participant',
  description:
    "Changes the name, email, phone number or language of a pending participant while the envelope is in progress. The participant's existing links stop working, and a new one is emailed to the corrected address, or when it is their turn. No response contains it. Earlier views and consents no longer count if the address or phone number changes.",
  agent: { scopes: ['envelopes:send'], rest: false },
  input: z.strictObject({
    ...ADDRESSED,
    participantId: createPathIdSchema('participant'),
    name: createRequiredLineSchema(LIMITS.nameMaxChars)
      .optional()
      .describe('Requires at least one of name, email, phone and language.'),
    email: emailAddress.optional().describe('New links are sent to this address.'),
    phone: phoneNumber.optional().describe('Where codes are texted. Only if their method is sms_code.'),
    language: z
      .enum(LANGUAGES)
      .nullable()
      .optional()
      .describe(
        "Language of emails to the participant. null: their browser's language once they open the envelope. Default: unchanged.",
      ),
  }),
  decide: ({ input: { participantId, name, email, language, phone }, facts }) => {
    const correction = { name, email, language, phone };
    return (graph) => decideCorrection(graph, participantId, correction, facts);
  },
});

/** Lets a participant who needs a known passkey sign with a new one. */
export const acceptPasskey = createEnvelopeCommand({
  method: 'POST',
  path: '/api/v1/envelopes/{id}/participants/{participantId}/accept-passkey',
  summary: 'Accept a new passkey',
  description:
    'For a pending participant whose `signing` asks for a known passkey, and who has lost it: they may sign this envelope with a new one. Make sure that it is them first. Repeating it changes nothing.',
  input: z.strictObject({ ...ADDRESSED, participantId: createPathIdSchema('participant') }),
  decide:
    ({ input: { participantId }, facts }) =>
    (graph) =>
      acceptNewPasskey(graph, participantId, facts),
});

/** Changes the expiration date of an envelope in progress. */
export const extendExpiry = createEnvelopeCommand({
  method: 'PUT',
  path: '/api/v1/envelopes/{id}/expiry',
  summary: 'Change the expiration date',
  description:
    'For envelopes in progress. The current signers get an email with a link that is valid until the new date.',
  agent: { scopes: ['envelopes:send'], rest: false },
  input: z.strictObject({
    ...ADDRESSED,
    expiresAt: moment
      .nullable()
      .describe('Must be in the future. null removes the date.')
      .meta({ examples: [EXAMPLE.expiresAt] }),
  }),
  decide: ({ input, facts }) => {
    return (graph) => decideExpiry(graph, input.expiresAt, facts);
  },
});
