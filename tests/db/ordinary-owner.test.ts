import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashApiKey } from '#server/crypto/api-key.ts';
import { toConnectionOptions, openDatabase, type Database } from '#server/db/client/client.ts';
import { findApiKey } from '#server/db/organizations/api-keys.ts';
import { bootstrapOrganization } from '#server/procedures/organization/bootstrap.ts';
import { createTestDatabase, type TestDatabase } from '../support/cluster.ts';
import { passwordHash } from '../support/password.ts';

const MIGRATION = new URL('../../drizzle/0000_baseline.sql', import.meta.url);
const OWNER = `tables_${randomBytes(6).toString('hex')}`;

let database: TestDatabase;
let db: Database | undefined;
let superuser: postgres.Sql;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  superuser = postgres({ ...toConnectionOptions(database.owner), max: 1, onnotice: () => undefined });
  await superuser.unsafe(`create role ${OWNER}; grant countersign_app to ${OWNER} with admin option;
    grant create on database ${database.owner.database} to ${OWNER}; grant all on schema public to ${OWNER}`);
  await superuser.begin(async (tx) => {
    await tx.unsafe(`set local role ${OWNER}`);
    for (const statement of readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint'))
      await tx.unsafe(statement);
  });
  db = openDatabase(database.address);
});
afterAll(async () => {
  await db?.close();
  await superuser.end();
  await database.drop();
});

it('tables may belong to a user without privileges: an API key leads to its owner, and to nobody else', async () => {
  const [owner] = await superuser`
    select rolsuper or rolbypassrls as above from pg_proc join pg_roles on pg_roles.oid = proowner where proname = 'owner_of_api_key'`;
  expect(owner).toEqual({ above: false });
  if (db === undefined) throw new Error('the database is not open');
  const tenants = [];
  for (const number of [1, 2])
    tenants.push(
      await bootstrapOrganization(db, {
        organization: `Acme ${number}`,
        email: `owner${number}@acme.example`,
        name: 'Olga Owner',
        passwordHash: await passwordHash(),
      }),
    );
  for (const { apiKey, organizationId, userId, teamId } of tenants)
    expect(await findApiKey(db, hashApiKey(apiKey))).toMatchObject({
      organizationId,
      teamId,
      sender: { userId },
      role: 'owner',
      isTest: false,
      isSuspended: false,
      lacksSecondFactor: false,
    });
  expect(await findApiKey(db, 'unknown')).toBeNull();
});
