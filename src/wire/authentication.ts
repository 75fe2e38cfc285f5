import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { toPrintable } from '#domain/text.ts';
import { createIdSchema } from './identifier.ts';
import { phoneNumber } from './text.ts';

const code = z
  .string()
  .max(LIMITS.accessCodeMaxChars)
  .overwrite(toPrintable)
  .min(LIMITS.accessCodeMinChars)
  .describe('Tell them some other way than by email. Stored as a hash and never returned.');

const others = z.strictObject({
  method: z
    .enum(['link', 'email_code'])
    .describe(
      'link: the emailed link is enough. email_code: also six digits, emailed when they open the link.',
    ),
});
const smsCode = z.strictObject({
  method: z
    .literal('sms_code')
    .describe('Also six digits, texted when they open the link. Requires an SMS gateway.'),
  phone: phoneNumber.describe('Where codes are texted: a number with its country code.'),
});
const signIn = z.strictObject({
  method: z.literal('oidc').describe('Also signing in with an identity provider. Only with email delivery.'),
  provider: createIdSchema('identityProvider')
    .max(LIMITS.nameMaxChars)
    .describe('An enabled identity provider of the organization.'),
});
const accessCode = { method: z.literal('access_code').describe('Also a code that you give them.') };

/** How a participant of a new envelope proves who they are. */
export const authenticationInput = z
  .discriminatedUnion('method', [others, smsCode, signIn, z.strictObject({ ...accessCode, code })])
  .optional()
  .describe('How they prove who they are before they see the document. Default: link.')
  .meta({ id: 'AuthenticationInput' });

/** The authentication of a participant in a draft, where an access code can stay as it is. */
export const draftAuthenticationInput = z
  .discriminatedUnion('method', [
    others,
    smsCode,
    signIn,
    z.strictObject({
      ...accessCode,
      code: code
        .optional()
        .describe(
          'Tell them some other way than by email. Stored as a hash and never returned. Omit it to keep the code of the participant with this email, or else at this position.',
        ),
    }),
  ])
  .optional()
  .describe('How they prove who they are before they see the document. Default: link.')
  .meta({ id: 'DraftAuthenticationInput' });

export type WireAuthenticationInput = z.infer<typeof draftAuthenticationInput>;
