import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import type { IdentityProvider } from '#domain/organization/identity/identity-provider.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import {
  changeIdentityProviderBody,
  identityProviderSchema,
  toWireIdentityProvider,
} from '#wire/identity-provider.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  deleteIdentityProvider as removeProvider,
  isAwaited,
  lockIdentityProvider,
  updateIdentityProvider as writeProvider,
} from '#server/db/organizations/identity-providers.ts';
import { sealClientSecret } from '#server/envelopes/sign-in.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { requireIssuer } from './issuer.ts';

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

function createInUseRefusal(reason: 'identity_provider_needed' | 'identity_provider_in_use') {
  return createRefusal('invalid_state', { reason }, REFUSAL_MESSAGES[reason]);
}
