import { sql } from 'drizzle-orm';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { prepareStatement } from '#server/db/client/statement.ts';
import { omitColumns, createReader } from '#server/db/list/records.ts';
import { events } from '#server/db/schema/events.ts';

const PLACED = createReader(omitColumns(events, 'v', []));
type Placed = EventRecord & { readonly position: number | null };
const placedAfter = prepareStatement<{ organizationId: string; after: number; limit: number }, Placed>(
  sql`
    select ${PLACED.columns} from events v
    where v.organization_id = ${sql.placeholder('organizationId')} and v.position > ${sql.placeholder('after')}
    order by v.position limit ${sql.placeholder('limit')}`,
  PLACED,
);

/**
 * Returns an organization's next events after a position, as far as the transaction's member may see them,
 * and the position up to which the result is complete. A position of null stands for now, so no events follow
 * it. Assigns positions to events that have none, so the transaction must be allowed to write.
 */
export async function readEventFeed(
  tx: Transaction,
  organizationId: string,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): Promise<{ readonly events: readonly EventRecord[]; readonly position: number }> {
  for (;;) {
    const [given] = await tx.execute<{ placed: number; last: string }>(
      sql`select * from place_events(${limit})`,
    );
    const last = Number(given?.last ?? 0);
    // If there is nothing new, the partitions don't have to be searched.
    const found =
      after === null || after >= last ? [] : await placedAfter(tx, { organizationId, after, limit });
    const reached = found.at(-1)?.position ?? after ?? 0;
    // All events that just got a position may belong to private teams.
    if (found.length === 0 && (given?.placed ?? 0) >= limit) continue;
    return {
      events: found.map(({ position: _position, ...event }) => event),
      position: found.length === limit ? reached : Math.max(reached, last),
    };
  }
}
