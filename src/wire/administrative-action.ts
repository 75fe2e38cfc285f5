import { z } from 'zod';
import { ADMINISTRATIVE_ACTION_NAMES } from '#domain/organization/administrative-actions.ts';
import { EXAMPLE } from './examples.ts';
import { idOf } from './identifier.ts';
import { timestamp } from './text.ts';

/** A recorded change of an organization's settings. */
export const administrativeActionSchema = z.object({
  id: idOf('administrativeAction'),
  actorName: z.string().meta({ examples: [EXAMPLE.senderName] }),
  action: z.enum(ADMINISTRATIVE_ACTION_NAMES),
  subjectName: z
    .string()
    .describe('What was changed.')
    .meta({ examples: ['Acme Legal GmbH'] }),
  details: z.record(z.string(), z.string()).nullable(),
  occurredAt: timestamp,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
