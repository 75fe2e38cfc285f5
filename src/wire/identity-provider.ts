import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import {
  DEFAULT_SCOPE,
  SIGN_IN_MATCHES,
  type IdentityProvider,
} from '#domain/organization/identity/identity-provider.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { createRequiredLineSchema, timestamp } from './text.ts';

const name = createRequiredLineSchema(LIMITS.nameMaxChars)
  .describe('What recipients see on the button.')
  .meta({ examples: ['Example ID'] });
const issuer = createRequiredLineSchema(LIMITS.webhookUrlMaxChars)
  .describe(
    'The URL of the provider, which publishes `/.well-known/openid-configuration`. Must use https. http is allowed only for networks that the operator permits.',
  )
  .meta({ examples: ['https://login.example.com'] });
const clientId = createRequiredLineSchema(LIMITS.webhookUrlMaxChars)
  .describe('What the provider calls this service.')
  .meta({ examples: ['countersign'] });
const clientSecret = createRequiredLineSchema(LIMITS.webhookUrlMaxChars)
  .describe('The secret that the provider gave you. Stored encrypted and never returned.')
  .meta({ examples: ['kE5v-7Qy2m'] });
const scope = createRequiredLineSchema(LIMITS.nameMaxChars)
  .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
  .describe('What is asked of the provider, separated by spaces.')
  .meta({ examples: [DEFAULT_SCOPE] });
const match = z
  .enum(SIGN_IN_MATCHES)
  .describe(
    'What must be the same at the provider and in the envelope. email: the address, which the provider must call verified. name: the full name, regardless of case and spacing.',
  );
const trustEmail = z
  .boolean()
  .describe(
    "Whether an address counts that the provider doesn't call verified. Only for providers that assign the addresses themselves.",
  );
const acrValues = z
  .array(
    createRequiredLineSchema(LIMITS.nameMaxChars).refine(
      (text) => !text.includes(' '),
      "can't contain spaces",
    ),
  )
  .max(LIMITS.requiredClaimsMax)
  .describe(
    'The `acr` values of which the sign-in must have one, such as a level of assurance. Empty for any.',
  )
  .meta({ examples: [['https://id.example.com/loa/high']] });
const requiredClaims = z
  .record(createRequiredLineSchema(LIMITS.nameMaxChars), createRequiredLineSchema(LIMITS.nameMaxChars))
  .refine((claims) => Object.keys(claims).length <= LIMITS.requiredClaimsMax, 'must have at most 10 claims')
  .describe('Claims and the values they must have. A claim with several values must contain it.')
  .meta({ examples: [{ hd: 'example.com' }] });

export const createIdentityProviderBody = {
  name,
  issuer,
  clientId,
  clientSecret,
  scope: scope
    .optional()
    .describe(`What is asked of the provider, separated by spaces. Default: ${DEFAULT_SCOPE}.`),
  match,
  trustEmail: trustEmail.optional(),
  acrValues: acrValues.optional(),
  requiredClaims: requiredClaims.optional(),
  enabled: z.boolean().optional().describe('Default: true.'),
};

export const changeIdentityProviderBody = {
  name: name.optional(),
  issuer: issuer.optional(),
  clientId: clientId.optional(),
  clientSecret: clientSecret.optional().describe('Omit it to keep the secret.'),
  scope: scope.optional(),
  match: match.optional(),
  trustEmail: trustEmail.optional(),
  acrValues: acrValues.optional(),
  requiredClaims: requiredClaims.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe('Whether senders can choose it and recipients can sign in with it.'),
};

/** An identity provider in responses, without its secret. */
export const identityProviderSchema = z
  .object({
    id: createIdSchema('identityProvider'),
    organizationId: createIdSchema('organization'),
    name,
    issuer,
    clientId,
    scope,
    match,
    trustEmail,
    acrValues,
    requiredClaims,
    enabled: z.boolean().meta({ examples: [true] }),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    updatedAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
  })
  .meta({ id: 'IdentityProvider' });
export type WireIdentityProvider = z.infer<typeof identityProviderSchema>;

export const identityProviderList = z.object({
  redirectUri: z
    .string()
    .describe('Register this URL with each provider.')
    .meta({ examples: ['https://sign.example.com/sign/org_01h455vb4pex5vsknk084sn02q'] }),
  items: z.array(identityProviderSchema),
});

/** Converts an identity provider for responses, without its secret. */
export function toWireIdentityProvider({ acrValues, ...provider }: IdentityProvider): WireIdentityProvider {
  return { ...provider, acrValues: [...acrValues] };
}
