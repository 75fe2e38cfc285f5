import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { revokeApiKey } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Revokes an API key and all keys created with it, from the next request on. */
export const revokeKey = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/api-keys/{id}',
      tags: ['API keys'],
      summary: 'Revoke an API key',
      description:
        'Its next request returns 401, and so do those of the keys that were created with it. A key can revoke itself.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('apiKey') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      const revoked = await revokeApiKey(tx, organizationId, input.id, ctx.services.clock());
      if (revoked === null) throw createRefusal('not_found');
      for (const { id, name, hint } of revoked)
        await recordAction(tx, ctx, {
          action: 'api_key.revoked',
          subject: { id, name },
          details: { key: hint },
        });
    });
  });
