import { z } from 'zod';
import { AUTHENTICATION_METHODS } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { createRequiredLineSchema, timestamp } from './text.ts';

/** Whether the holder of the token still has to prove who they are. */
export const authenticationState = z
  .object({
    method: z.enum(AUTHENTICATION_METHODS).describe('How this participant proves who they are.'),
    state: z
      .enum(['required', 'passed'])
      .describe('Whether this token opens the envelope, or a code must be exchanged for one that does.'),
    phone: z
      .string()
      .nullable()
      .describe('The end of the phone number that codes are texted to; null for other methods.')
      .meta({ examples: ['•••• 42'] }),
    providerName: z
      .string()
      .nullable()
      .describe('The name of the identity provider they sign in with; null for other methods.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'AuthenticationState' });

export const authenticateInput = z.strictObject({
  code: createRequiredLineSchema(LIMITS.signInAnswerMaxChars).describe(
    'The access code, or the code from the email or text message: at most 64 characters. For oidc, the query with which the identity provider sent the person back, such as `code=…&state=…`.',
  ),
});

export const startAnswer = z
  .object({
    url: z
      .string()
      .describe("Where the person signs in. Open it in the page's own window.")
      .meta({ examples: ['https://login.example.com/auth?client_id=countersign&state=Zk3v'] }),
  })
  .meta({ id: 'StartedSignIn' });

export const authenticatedAnswer = z
  .object({
    token: z
      .string()
      .describe("Replaces the link's token.")
      .meta({ examples: ['eyJ2IjoxfQ.c2lnbmF0dXJl'] }),
    expiresAt: timestamp.describe('At most two hours from now.'),
  })
  .meta({ id: 'AuthenticatedSigner' });
