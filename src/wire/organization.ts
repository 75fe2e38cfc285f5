import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { emailAddress, requiredLine } from './text.ts';

/** What makes an organization and its owner. */
export const newOrganization = z.strictObject({
  organization: requiredLine(LIMITS.nameMaxChars),
  name: requiredLine(LIMITS.nameMaxChars),
  email: emailAddress,
  password: z.string().min(LIMITS.passwordMinChars).max(LIMITS.passwordMaxChars),
});
export type NewOrganization = z.infer<typeof newOrganization>;
