import { z } from 'zod';
import { ADMINISTRATIVE_ACTION_NAMES } from '#domain/organization/administrative-actions.ts';
import { timestamp } from './text.ts';

/** A recorded change of an organization's settings. */
export const administrativeActionSchema = z.object({
  id: z.string(),
  actorName: z.string(),
  action: z.enum(ADMINISTRATIVE_ACTION_NAMES),
  subjectName: z.string(),
  details: z.record(z.string(), z.string()).nullable(),
  occurredAt: timestamp,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
});
