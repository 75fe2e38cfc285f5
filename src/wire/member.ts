import { z } from 'zod';
import { ROLES } from '#domain/organization/role.ts';
import { LIMITS } from '#domain/limits.ts';
import { isMisleadingName } from '#domain/organization/sending/well-known-names.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { domain, createRequiredLineSchema, timestamp } from './text.ts';

/** A password that a person chooses. */
export const newPassword = z
  .string()
  .min(LIMITS.passwordMinChars)
  .max(LIMITS.passwordMaxChars)
  .describe('The password to set.')
  .meta({ examples: ['correct horse battery'] });
/** A password that a person has to enter to prove that they know it. */
export const givenPassword = z
  .string()
  .min(1)
  .max(LIMITS.passwordMaxChars)
  .describe('The current password.')
  .meta({ examples: ['correct horse battery'] });
export const role = z.enum(ROLES);
/** A role that a caller assigns to somebody. */
export const assignedRole = role.describe('What the person may do.').meta({ examples: ['member'] });

/** What is wrong with a name under which a person would pass for somebody else. */
export const MISLEADING_NAME = "can't be a web address or resemble the name of a well-known service";
/** A person's name as they enter it themselves. */
export const personName = createRequiredLineSchema(LIMITS.nameMaxChars).refine(
  (name) => !isMisleadingName(name),
  MISLEADING_NAME,
);

/** What an invited person creates their account with. The email address comes from the invitation. */
export const newMember = z.strictObject({
  name: personName.describe('The name that others see.'),
  password: newPassword,
});

/** A member of an organization. */
export const memberSchema = z.object({
  userId: createIdSchema('user'),
  name: z.string().meta({ examples: [EXAMPLE.senderName] }),
  email: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
  role,
  joinedAt: timestamp,
  secured: z.boolean().describe('Whether signing in requires more than a password.'),
  apiKeys: z.number().describe('Their active API keys.'),
  outside: z
    .boolean()
    .describe("Whether their address's domain isn't among those that new members may have."),
});

/** What an organization requires of its members. */
export const membershipRules = z.strictObject({
  requireSecondFactor: z.boolean().describe('Whether members need a second factor.'),
  domains: z
    .array(domain)
    .max(LIMITS.memberDomainsMax)
    .describe("The domains that new members' addresses may have; empty for any."),
  seeOwnOnly: z
    .boolean()
    .describe(
      'Whether members who do not administer see only their own envelopes and those of their private teams.',
    ),
});

/** An open invitation. */
export const invitationSchema = z.object({
  id: createIdSchema('invitation'),
  email: z.string().meta({ examples: [EXAMPLE.email] }),
  role,
  invitedByName: z.string().meta({ examples: [EXAMPLE.senderName] }),
  sentAt: timestamp,
  expiresAt: timestamp,
  expired: z.boolean(),
});
