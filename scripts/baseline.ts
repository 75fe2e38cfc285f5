// `npm run db:baseline`: rewrites drizzle/ as one migration. Only until the first release; see
// docs/storage.md.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';

const BREAKPOINT = '\n--> statement-breakpoint\n';
const TAG = '0000_baseline';

const database = fileURLToPath(new URL('../src/server/db', import.meta.url));
const drizzle = fileURLToPath(new URL('../drizzle', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { statements, snapshot } = await generateSchema();
  rmSync(drizzle, { recursive: true, force: true });
  mkdirSync(join(drizzle, 'meta'), { recursive: true });
  writeFileSync(join(drizzle, `${TAG}.sql`), statements.join(BREAKPOINT));
  writeJson('0000_snapshot.json', snapshot);
  const { version, dialect } = snapshot;
  writeJson('_journal.json', {
    version,
    dialect,
    entries: [{ idx: 0, version, when: Date.now(), tag: TAG, breakpoints: true }],
  });
}

/**
 * Returns the SQL that creates an empty database: the tables that drizzle-kit derives from the schema, and
 * the hand-written guards.
 */
export async function generateSchema() {
  const schema: Record<string, unknown> = {};
  for (const file of readdirSync(join(database, 'schema'))) {
    Object.assign(schema, await import(join(database, 'schema', file)));
  }
  const snapshot = generateDrizzleJson(schema);
  const tables = (await generateMigration(generateDrizzleJson({}), snapshot)).map(partitionEvents);
  const guards = [
    'access',
    'rules',
    'search',
    'derived-rows',
    'attachments',
    'storage',
    'erasure',
    'event-feed',
    'event-partitions',
    'test-environments',
  ].map(guard);
  return { statements: [guard('schema-functions'), ...tables, ...guards], snapshot };
}

/**
 * Partitions events by envelope, which drizzle can't express. Compares bytes, whatever the database's
 * collation.
 */
function partitionEvents(statement: string): string {
  if (!statement.startsWith('CREATE TABLE "events" (')) return statement;
  return statement
    .replace('"envelope_id" text', '"envelope_id" text COLLATE "C"')
    .replace(/\);\s*$/, ') PARTITION BY RANGE ("envelope_id");');
}

function guard(name: string): string {
  return readFileSync(join(database, 'guards', `${name}.sql`), 'utf8').trim();
}

function writeJson(name: string, value: unknown): void {
  writeFileSync(join(drizzle, 'meta', name), `${JSON.stringify(value, null, 2)}\n`);
}
