import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { pathId } from '#wire/text.ts';
import { revokeApiKey } from '#server/db/organizations/api-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/** Revokes an API key, effective with the next request. */
export const revokeKey = adminProcedure
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ revoked: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const key = await revokeApiKey(tx, organizationId, input.id, ctx.services.clock());
      if (key === null) throw refusal('not_found');
      if (!key.changed) return;
      const subject = { id: input.id, name: key.name };
      await recordAction(tx, ctx, { action: 'api_key.revoked', subject, details: { key: key.hint } });
    });
    return { revoked: true as const };
  });
