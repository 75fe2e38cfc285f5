import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { ADMINISTRATIVE_ACTION_NAMES } from '#domain/organization/audit/administrative-actions.ts';
import { AUDIT_AREAS } from '#domain/organization/audit/audit-areas.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { moment, timestamp } from './text.ts';

/** A recorded change of an organization's settings. */
export const administrativeActionSchema = z.object({
  id: createIdSchema('administrativeAction'),
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

/** The entries of the audit log that the dashboard shows or exports. */
export const auditFilter = z.strictObject({
  /** The name of the person who acted, as recorded. */
  actorName: z
    .string()
    .min(1)
    .max(2 * LIMITS.nameMaxChars)
    .optional(),
  area: z.enum(AUDIT_AREAS).optional(),
  /** A part of a name or of an IP address. */
  words: z.string().trim().min(1).max(LIMITS.filterMaxChars).optional(),
  from: moment.optional(),
  /** The first moment after the entries. */
  until: moment.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;
