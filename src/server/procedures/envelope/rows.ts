import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { listItemSchema } from '#wire/envelope-list.ts';
import { pathId } from '#wire/text.ts';
import { readRows } from '#server/db/envelope-list-rows.ts';
import { withinSnapshot } from '#server/db/transaction.ts';
import { reading } from '#server/trpc/audience.ts';
import { toListItem } from './list-item.ts';

/** Reads rows of the list again, for a page that was told that they have changed. Those that are gone are left out. */
export const readListRows = reading
  .input(z.strictObject({ ids: z.array(pathId).max(LIMITS.listLimitMax) }))
  .output(z.object({ items: z.array(listItemSchema) }))
  .query(async ({ ctx: { world, member }, input }) => {
    const { organizationId } = member;
    const rows = await withinSnapshot(world.db, { organizationId }, (tx) =>
      readRows(tx, organizationId, [...new Set(input.ids)]),
    );
    const now = world.clock().toISOString();
    return { items: rows.map((row) => toListItem(row, now)) };
  });
