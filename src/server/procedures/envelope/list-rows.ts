import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { listItemSchema } from '#wire/envelope-list.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { readRows } from '#server/db/list/rows.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { toListItem } from './list-item.ts';

/** Reads rows of the list again after a change. Rows that no longer exist are left out. */
export const readListRows = memberProcedure('read')
  .input(z.strictObject({ ids: z.array(createPathIdSchema('envelope')).max(LIMITS.listLimitMax) }))
  .output(z.object({ items: z.array(listItemSchema) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const rows = await listTransaction(services.db, { organizationId }, (tx) =>
      readRows(tx, organizationId, [...new Set(input.ids)]),
    );
    const now = services.clock().toISOString();
    return { items: rows.map((row) => toListItem(row, now)) };
  });
