import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { migrationFaults } from '../../support/migration-faults.ts';

describe('what a migration may do', () => {
  it.each([
    'create index papers_name on papers (name)',
    'DROP INDEX "papers_name"',
    'ALTER TABLE "papers" ADD CONSTRAINT "papers_owner" FOREIGN KEY ("owner") REFERENCES "people"("id")',
    "alter table papers add constraint papers_named check (name <> '')",
    'alter table papers add constraint papers_name unique (name)',
    'ALTER TABLE "papers" ADD COLUMN "pages" integer NOT NULL',
    'alter table papers add column half int generated always as (id / 2) stored',
    'alter table papers alter column id set data type bigint',
    'alter table papers alter column pages set not null',
    'alter table papers drop column pages',
    'alter table papers rename column pages to sheets',
    'update papers set pages = 1',
    'with old as (select 1) delete from papers',
  ])('not: %s', (statement) => {
    expect(migrationFaults(statement)).toHaveLength(1);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY "papers_name" ON "papers" ("name")',
    'ALTER TABLE "papers" ADD COLUMN "pages" integer',
    "ALTER TABLE papers ADD COLUMN kind text DEFAULT 'plain' NOT NULL",
    'alter table papers add constraint papers_named check (pages > 0) not valid',
    'alter table papers validate constraint papers_named',
    '-- batches\nupdate papers set pages = 1 where id in (select id from papers where pages is null limit $1)',
    '-- contract\nalter table papers drop column pages',
    'create or replace function f() returns void language sql as $$ update papers set pages = 1 $$',
    'create table more (id int primary key, name text not null)',
  ])('allowed: %s', (statement) => {
    expect(migrationFaults(statement)).toEqual([]);
  });

  it('holds for all migrations after the first release', () => {
    const drizzle = fileURLToPath(new URL('../../../drizzle', import.meta.url));
    const [, ...later] = readdirSync(drizzle)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    expect(later.flatMap((name) => migrationFaults(readFileSync(join(drizzle, name), 'utf8')))).toEqual([]);
  });
});
