import postgres from 'postgres';
import { expect, it } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { openPresence } from '#server/db/client/presence.ts';
import { createTestDatabase } from '../../support/cluster.ts';

it('holds back neither vacuum nor an index that is made concurrently', async () => {
  const database = await createTestDatabase({ empty: true });
  const sql = postgres({ ...toConnectionOptions(database.owner), max: 1, onnotice: () => undefined });
  const presence = await openPresence(database.address, () => undefined);
  expect(
    await sql`select state, backend_xmin as xmin from pg_stat_activity
      where application_name = 'countersign presence' and datname = current_database()`,
  ).toEqual([{ state: 'idle in transaction', xmin: null }]);
  expect(presence.isSteady()).toBe(true);
  await sql`create table papers (id int)`;
  await sql`create index concurrently papers_id on papers (id)`;
  await presence.close();
  await sql.end();
  await database.drop();
});
