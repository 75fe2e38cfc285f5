import { z } from 'zod';
import { may } from '#domain/organization/role.ts';
import { SCOPES } from '#domain/organization/scope.ts';
import { apiKeySchema, type WireApiKey } from '#wire/api-key.ts';
import { listApiKeys, type ApiKeyRecord } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Lists the organization's API keys, newest first. */
export const listKeys = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/api-keys',
      tags: ['API keys'],
      summary: 'List API keys',
      description: 'Newest first, without their text. Revoked and expired ones stay in the list.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(apiKeySchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const rows = await transaction(services.db, { organizationId }, (tx) => listApiKeys(tx, organizationId));
    return { items: rows.map(toWireApiKey) };
  });

/** Converts a key's record for the dashboard. */
export function toWireApiKey({ makerRole, ...key }: ApiKeyRecord): WireApiKey {
  return {
    ...key,
    scopes: [...key.scopes],
    pausedScopes: key.scopes.filter(
      (scope) =>
        makerRole === null || !may(makerRole, scope === 'admin' ? 'administer' : SCOPES[scope].right),
    ),
    allowedNetworks: key.allowedNetworks === null ? null : [...key.allowedNetworks],
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}
