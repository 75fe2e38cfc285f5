import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { DEFAULT_SCOPE, type IdentityProvider } from '#domain/organization/identity/identity-provider.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import {
  createIdentityProviderBody,
  identityProviderSchema,
  toWireIdentityProvider,
  type WireIdentityProvider,
} from '#wire/identity-provider.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  countIdentityProviders,
  insertIdentityProvider,
} from '#server/db/organizations/identity-providers.ts';
import { sealClientSecret } from '#server/envelopes/sign-in.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';
import { requireIssuer } from './issuer.ts';

/** Sets up an identity provider that recipients can sign in with. */
export const createIdentityProvider = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/identity-providers',
      tags: ['Identity providers'],
      summary: 'Create an identity provider',
      description:
        'Sets up a provider of OpenID Connect that recipients can sign in with. Nothing is asked of the provider before someone signs in. An organization can have 20; creating another returns 409 `invalid_state`.',
    },
    rest: { success: 201, idempotency: 'stored', errors: ['invalid_state'] },
  })
  .input(z.strictObject(createIdentityProviderBody))
  .output(identityProviderSchema)
  .mutation(async ({ ctx, input: { clientSecret, ...input } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    requireIssuer(services, input.issuer);
    return await runOnce<WireIdentityProvider>(ctx, {
      operation: 'create-identity-provider',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          if ((await countIdentityProviders(tx, organizationId)) >= LIMITS.identityProvidersMax)
            throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.identity_providers_full);
          const now = services.clock().toISOString();
          const provider: IdentityProvider = {
            id: services.newId('identityProvider'),
            organizationId,
            ...input,
            scope: input.scope ?? DEFAULT_SCOPE,
            trustEmail: input.trustEmail ?? false,
            acrValues: input.acrValues ?? [],
            requiredClaims: input.requiredClaims ?? {},
            enabled: input.enabled ?? true,
            createdAt: now,
            updatedAt: now,
          };
          const secretBox = sealClientSecret(services.config, clientSecret);
          await insertIdentityProvider(tx, { provider, secretBox });
          const subject = { id: provider.id, name: provider.name };
          const details = { issuer: provider.issuer };
          await recordAction(tx, ctx, { action: 'identity_provider.created', subject, details });
          const answer = toWireIdentityProvider(provider);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(identityProviderSchema),
    });
  });
