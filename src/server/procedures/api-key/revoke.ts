import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { pathId } from '#wire/text.ts';
import { revokeApiKey } from '#server/db/api-keys.ts';
import { within } from '#server/db/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { administering } from '#server/trpc/audience.ts';

/** Revokes an API key: it is refused from the next request on. */
export const revokeKey = administering
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ revoked: z.literal(true) }))
  .mutation(async ({ ctx, input }) => {
    const { organizationId } = ctx.member;
    await within(ctx.world.db, { organizationId }, async (tx) => {
      const key = await revokeApiKey(tx, organizationId, input.id, ctx.world.clock());
      if (key === null) throw refusal('not_found');
      if (!key.changed) return;
      const subject = { id: input.id, name: key.name };
      await recordAction(tx, ctx, { action: 'api_key.revoked', subject, details: { key: key.hint } });
    });
    return { revoked: true as const };
  });
