import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { generateSchema } from '../../scripts/baseline.ts';
import { readCatalog } from '../support/catalog.ts';
import { createTestDatabase, type TestDatabase } from '../support/cluster.ts';

let migrated: TestDatabase;
let made: TestDatabase;

beforeAll(async () => {
  migrated = await createTestDatabase();
  made = await createTestDatabase({ empty: true });
});

afterAll(async () => {
  await migrated.drop();
  await made.drop();
});

async function withOwner<T>(database: TestDatabase, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({ ...toConnectionOptions(database.owner), max: 1, onnotice: () => undefined });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

describe('the migrations', () => {
  it('make the same database as the schema and its guards', async () => {
    const { statements } = await generateSchema();
    const expected = await withOwner(made, async (sql) => {
      for (const statement of statements) await sql.unsafe(statement);
      await sql`select make_event_partitions()`;
      return await readCatalog(sql);
    });
    const lines = await withOwner(migrated, readCatalog);
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines).toEqual(expected);
  });
});
