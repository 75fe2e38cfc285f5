import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** Throws unless the database responds. */
export async function requireAnswer({ drizzle }: Pick<Database, 'drizzle'>): Promise<void> {
  await drizzle.execute(sql`select 1`);
}
