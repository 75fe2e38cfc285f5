import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Returns by how many milliseconds a clock is ahead of the database's; a negative number if it is behind. */
export async function clockAhead({ drizzle }: Pick<Database, 'drizzle'>, clock: () => Date): Promise<number> {
  const before = clock().getTime();
  const [row] = await drizzle.execute<{ milliseconds: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as milliseconds`,
  );
  const after = clock().getTime();
  return Math.round((before + after) / 2 - Number(row?.milliseconds));
}
