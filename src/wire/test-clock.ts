import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { createIdSchema } from './identifier.ts';

const advancedEnvelope = z.object({
  id: createIdSchema('envelope'),
  status: z.enum(ENVELOPE_STATUSES),
  version: z.int(),
  actions: z
    .array(z.enum(EVENT_ACTIONS))
    .describe('What has happened to it, in order.')
    .meta({ examples: [['envelope.time_advanced', 'participant.reminder_sent']] }),
});
export type AdvancedEnvelope = z.infer<typeof advancedEnvelope>;

/** The outcome of advancing the time in test mode. */
export const advancedEnvelopes = z
  .object({ items: z.array(advancedEnvelope).describe('Envelopes with deadlines, oldest first.') })
  .meta({ id: 'AdvancedEnvelopes' });
