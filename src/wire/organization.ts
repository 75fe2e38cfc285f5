import { z } from 'zod';
import { LEGAL_FRAMEWORKS } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { reminderPolicy } from './envelope.ts';
import { brandingSchema } from './signer-view.ts';
import { emailAddress, requiredLine } from './text.ts';

/** What changes how an organization shows itself; what is left out stays. */
export const brandingChange = z.strictObject({
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #2e439f')
    .transform((color) => color.toLowerCase())
    .nullish(),
  /** A PNG or JPEG as a base64 data URL; null for none. */
  logo: z.string().nullish(),
});

/** What new envelopes of an organization begin with. */
export const envelopeDefaults = z.strictObject({
  legalFramework: z.enum(LEGAL_FRAMEWORKS),
  consumerDisclosure: z.boolean(),
  expiryDays: z.int().min(1).max(LIMITS.expiryDaysMax).nullable(),
  reminderPolicy: reminderPolicy.nullable(),
});

/** How an organization shows itself. */
export const ownBranding = brandingSchema;

/** What makes an organization and its owner. */
export const newOrganization = z.strictObject({
  organization: requiredLine(LIMITS.nameMaxChars),
  name: requiredLine(LIMITS.nameMaxChars),
  email: emailAddress,
  password: z.string().min(LIMITS.passwordMinChars).max(LIMITS.passwordMaxChars),
});
export type NewOrganization = z.infer<typeof newOrganization>;
