import { beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { insertInstanceAction, type InstanceActionRecord } from '#server/db/instance/people.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { resetSecondFactor } from '#server/procedures/auth/administer-person.ts';
import { administratorOf } from '../../support/administrator.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { openCaller } from '../../support/caller.ts';
import { asOwner } from '../../support/cluster.ts';
import { useOwner } from '../../support/owner.ts';
import { runProgram } from '../../support/program.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
let own: Tenant;
let other: Tenant;
let administration: Awaited<ReturnType<typeof openCaller>>['administration'];
let email: string;

beforeAll(async () => {
  own = await api.tenant('Operations');
  other = await api.tenant('Yilmaz & Partners');
  ({ administration } = await openCaller(api, await administratorOf(api, owner, own)));
  email = (await readUser(api.services.db.drizzle, other.userId))?.email ?? '';
});

const protect = () => owner.sql`
  insert into totp_secrets (user_id, secret_box, created_at, confirmed_at) values (${other.userId}, 'x', now(), now())`;
const find = async () => (await administration.people({ words: email })).items[0];
const acting = async () => {
  const rows =
    await owner.sql`select actor_name as actor, action, subject_name as subject, details, actor_id is null as line
    from instance_actions order by id desc limit 1`;
  return rows[0];
};

describe('people of the instance', () => {
  it('are found by name and address, with their organizations and what protects them', async () => {
    await protect();
    expect(await find()).toMatchObject({
      ...{ id: other.userId, email, organizations: ['Yilmaz & Partners'] },
      ...{ hasApp: true, hasPasskey: false, administers: false },
    });
    expect((await administration.people({ words: 'nobody%' })).items).toEqual([]);
    expect((await administration.people({ words: '' })).items.length).toBeGreaterThan(1);
  });

  it('are signed out everywhere, which is recorded with the reason', async () => {
    const { userId } = other;
    await owner.sql`insert into sessions (id, user_id, organization_id, expires_at, created_at)
      values ('secret-hash', ${userId}, ${other.organizationId}, now() + interval '1 day', now())`;
    await administration.signOut({ id: userId, reason: 'lost laptop' });
    const left = await owner.sql`select 1 from sessions where user_id = ${userId}`;
    expect([left.length, (await find())?.sessions]).toEqual([0, 0]);
    expect(await acting()).toMatchObject({
      ...{ action: 'person.signed_out', subject: email, details: { reason: 'lost laptop' }, line: false },
    });
  });

  it('lose a second factor that they can no longer use, once, and are emailed about it', async () => {
    await administration.resetSecondFactor({ id: other.userId, reason: 'lost phone' });
    expect(await find()).toMatchObject({ hasApp: false });
    const [job] = await owner.sql`select data->>'change' as change from pgboss.job
      where name = 'svc/account.secured' and data->>'userId' = ${other.userId}`;
    expect(job).toEqual({ change: 'second_factor_reset' });
    const [trace] = await owner.sql`select actor_id as actor, details from administrative_actions
      where action = 'account.second_factor_reset' and subject_id = ${other.userId}`;
    expect(trace).toEqual({ actor: own.userId, details: { reason: 'lost phone' } });
    const again = administration.resetSecondFactor({ id: other.userId, reason: 'again' });
    await expect(again).rejects.toMatchObject({ cause: { code: 'invalid_state' } });
    const myOwn = administration.resetSecondFactor({ id: own.userId, reason: 'mine' });
    await expect(myOwn).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    const { items } = await administration.actions({});
    expect(items.map(({ action, reason }) => [action, reason])).toEqual([
      ['person.second_factor_reset', 'lost phone'],
      ['person.signed_out', 'lost laptop'],
    ]);
  });

  it('are recorded together with what is done to organizations', async () => {
    await administration.suspend({ id: other.organizationId, reason: 'spam' });
    await administration.unsuspend({ id: other.organizationId });
    const { items } = await administration.actions({});
    expect(items.slice(0, 2).map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ['organization.unsuspended', 'Yilmaz & Partners'],
      ['organization.suspended', 'Yilmaz & Partners'],
    ]);
  });
});

describe('the audit log of the instance', () => {
  const forged: Omit<InstanceActionRecord, 'actorId'> = {
    ...{ id: 'ins_forged', actorName: 'Ada', action: 'person.signed_out', subjectId: 'x', subjectName: 'x' },
    ...{ details: {}, occurredAt: new Date(), ipAddress: null, userAgent: null },
  };

  it('takes nothing in the name of somebody else or of the command line', async () => {
    const attempts = [
      [{ administratorId: own.userId }, other.userId],
      [{ administratorId: other.userId }, other.userId],
      [{ administratorId: own.userId }, null],
      [null, null],
    ] as const;
    for (const [scope, actorId] of attempts)
      await expect(
        transaction(api.services.db, scope, (tx) => insertInstanceAction(tx, { ...forged, actorId })),
      ).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('cannot be changed, not even by the owner of the tables', async () => {
    for (const statement of [
      'update instance_actions set actor_name = $$x$$',
      'delete from instance_actions',
    ])
      await expect(owner.sql.unsafe(statement)).rejects.toMatchObject({ code: '23001' });
  });

  it('undoes nothing silently: what fails after it was recorded is not recorded', async () => {
    const { services } = api;
    const audit = { ipAddress: null, userAgent: null };
    const count = async () => (await administration.actions({})).items.length;
    const before = await count();
    const by = { person: { id: own.userId, name: 'Ada' }, audit };
    await expect(resetSecondFactor(services, by, other.userId, 'nothing to reset')).rejects.toThrow();
    expect(await count()).toBe(before);
  });
});

it('people: resets what somebody has lost from the command line, and lists what was done', async () => {
  await protect();
  const { database, dataDir, secretKeys } = api.services.config;
  const address = asOwner(database);
  const query = new URLSearchParams({ host: address.directory });
  const env = {
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeys.current.key,
    DATABASE_URL: `postgres://${address.user}:${address.password}@localhost/${address.database}?${query}`,
  };
  const run = async (...args: readonly string[]) => {
    const program = runProgram('main', env, ['people', ...args]);
    const { code } = await program.ended;
    return { code, ...program.output() };
  };
  expect(await run('reset-two-step', email, '--reason', 'called back')).toEqual({
    code: 0,
    stdout: `${email} signs in with the password alone, and should set up two-step verification again\n`,
    stderr: '',
  });
  expect(await find()).toMatchObject({ hasApp: false });
  // What wasn't done isn't recorded.
  expect(await run('reset-two-step', email, '--reason', 'again')).toMatchObject({ code: 1 });
  // The test's clock isn't the database's, so this isn't the newest one.
  const recorded =
    await owner.sql`select actor_name as actor, details from instance_actions where actor_id is null`;
  expect([...recorded]).toEqual([{ actor: 'Command line', details: { reason: 'called back' } }]);
  const { stdout } = await run('log');
  expect(stdout).toMatch(
    new RegExp(`^\\S+Z Command line: person.second_factor_reset ${email}, reason: "called back"\\n`, 'm'),
  );
  expect(await run('sign-out', 'nobody@example.com', '--reason', 'x')).toMatchObject({
    ...{ code: 1, stderr: 'countersign: there is no account with the address nobody@example.com\n' },
  });
});
