import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { DEFAULT_SCOPE, type IdentityProvider } from '#domain/organization/identity/identity-provider.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import {
  changeIdentityProviderBody,
  createIdentityProviderBody,
  identityProviderList,
  identityProviderSchema,
  toWireIdentityProvider,
  type WireIdentityProvider,
} from '#wire/identity-provider.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  countIdentityProviders,
  insertIdentityProvider,
  isAwaited,
  lockIdentityProvider,
  readIdentityProvider,
  listIdentityProviders as readProviders,
  deleteIdentityProvider as removeProvider,
  updateIdentityProvider as writeProvider,
} from '#server/db/organizations/identity-providers.ts';
import { getRedirectUri, sealClientSecret } from '#server/envelopes/sign-in.ts';
import { findTargetProblem } from '#server/outbound/target.ts';
import type { Services } from '#server/runtime/services.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';

/** Lists the organization's identity providers. */
export const listIdentityProviders = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/identity-providers',
      tags: ['Identity providers'],
      summary: 'List identity providers',
      description:
        'Returns all identity providers of the organization, oldest first, without their secrets, and the URL to register with them.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(identityProviderList)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const providers = await transaction(services.db, { organizationId }, (tx) =>
      readProviders(tx, organizationId),
    );
    return {
      redirectUri: getRedirectUri(services.config, organizationId),
      items: providers.map(toWireIdentityProvider),
    };
  });

/** Gets an identity provider. */
export const getIdentityProvider = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/identity-providers/{id}',
      tags: ['Identity providers'],
      summary: 'Get an identity provider',
      description: 'Returns the identity provider without its secret.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('identityProvider') }))
  .output(identityProviderSchema)
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    const stored = await transaction(services.db, { organizationId }, (tx) =>
      readIdentityProvider(tx, organizationId, id),
    );
    if (stored === null) throw createRefusal('not_found');
    return toWireIdentityProvider(stored.provider);
  });

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

/** Changes an identity provider. */
export const updateIdentityProvider = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/identity-providers/{id}',
      tags: ['Identity providers'],
      summary: 'Update an identity provider',
      description:
        'Changes the properties you send. They apply to everyone who signs in from then on, also for envelopes that were sent before. Disabling a provider that recipients are waiting to sign in with returns 409 `invalid_state` with the reason identity_provider_needed.',
    },
    rest: { errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('identityProvider'), ...changeIdentityProviderBody }))
  .output(identityProviderSchema)
  .mutation(async ({ ctx, input: { id, clientSecret, ...input } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    if (input.issuer !== undefined) requireIssuer(services, input.issuer);
    const change: Partial<IdentityProvider> = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    );
    const provider = await transaction(services.db, { organizationId }, async (tx) => {
      const stored = await lockIdentityProvider(tx, organizationId, id);
      if (stored === null) throw createRefusal('not_found');
      if (change.enabled === false && stored.provider.enabled && (await isAwaited(tx, organizationId, id)))
        throw createInUseRefusal('identity_provider_needed');
      const changed = { ...stored.provider, ...change, updatedAt: services.clock().toISOString() };
      const secretBox =
        clientSecret === undefined ? stored.secretBox : sealClientSecret(services.config, clientSecret);
      await writeProvider(tx, { provider: changed, secretBox });
      const names = [...Object.keys(change), ...(clientSecret === undefined ? [] : ['clientSecret'])];
      await recordAction(tx, ctx, {
        action: 'identity_provider.changed',
        subject: { id, name: changed.name },
        details: { changed: names.join(', ') },
      });
      return changed;
    });
    return toWireIdentityProvider(provider);
  });

/** Deletes an identity provider that no envelope refers to. */
export const deleteIdentityProvider = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/identity-providers/{id}',
      tags: ['Identity providers'],
      summary: 'Delete an identity provider',
      description:
        'Deletes a provider that no recipient of any envelope has. Otherwise returns 409 `invalid_state` with the reason identity_provider_in_use: disable it instead.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('identityProvider') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id } }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const name = await removeProvider(tx, organizationId, id);
      if (name === null) throw createRefusal('not_found');
      if (name === false) throw createInUseRefusal('identity_provider_in_use');
      await recordAction(tx, ctx, { action: 'identity_provider.deleted', subject: { id, name } });
    });
  });

/**
 * Refuses an issuer that can obviously never be reached, or a URL of its published configuration in place of
 * the issuer.
 */
export function requireIssuer(services: Pick<Services, 'config'>, issuer: string): void {
  const problem = findTargetProblem(services.config.outbound, issuer);
  if (problem !== null) throw createInvalidRefusal([{ path: '/issuer', message: problem.message }]);
  if (/[?#]|\/\.well-known\//.test(new URL(issuer).href))
    throw createInvalidRefusal([
      { path: '/issuer', message: 'must be the issuer, without /.well-known/openid-configuration' },
    ]);
}

function createInUseRefusal(reason: 'identity_provider_needed' | 'identity_provider_in_use') {
  return createRefusal('invalid_state', { reason }, REFUSAL_MESSAGES[reason]);
}
