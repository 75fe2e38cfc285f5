import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import {
  identityProviderList,
  identityProviderSchema,
  toWireIdentityProvider,
} from '#wire/identity-provider.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  listIdentityProviders as readProviders,
  readIdentityProvider,
} from '#server/db/organizations/identity-providers.ts';
import { getRedirectUri } from '#server/envelopes/sign-in.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

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
