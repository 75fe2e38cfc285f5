import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { pathId } from '#wire/text.ts';
import { revokeApiKey } from '#server/db/api-keys.ts';
import { within } from '#server/db/transaction.ts';
import { administering } from '#server/trpc/audience.ts';

/** Revokes an API key: it is refused from the next request on. */
export const revokeKey = administering
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ revoked: z.literal(true) }))
  .mutation(async ({ ctx: { world, member }, input }) => {
    const { organizationId } = member;
    const found = await within(world.db, { organizationId }, (tx) =>
      revokeApiKey(tx, organizationId, input.id, world.clock()),
    );
    if (!found) throw refusal('not_found');
    return { revoked: true as const };
  });
