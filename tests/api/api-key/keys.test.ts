import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { hashApiKey, parseApiKey } from '#server/crypto/api-key.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { draftForEditing, editedPage, openEditing, requestEditing } from '../../support/editing.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { tokenIn } from '../../support/sessions.ts';

const api = useApi();
const owner = useOwner(api);

async function administrator() {
  const tenant = await api.tenant();
  const cookie = await sessionOf(api, tenant.organizationId, 'admin');
  const create = async (name: string) =>
    (await callDashboard(api, 'mutation', 'apiKey.create', { cookie, input: { name } })).json.result.data;
  const list = async () =>
    (await callDashboard(api, 'query', 'apiKey.list', { cookie })).json.result.data.items;
  return { ...tenant, cookie, create, list };
}
const ping = (key: string) => api.ask('GET /api/v1/ping', { key });

describe('create', () => {
  it('answers the key once, keeps only its hash, and the key works', async () => {
    const { organizationId, create, list } = await administrator();
    const { apiKey, secret } = await create(' Staging\u202E ');
    expect(parseApiKey(secret)).toBe(secret);
    expect(apiKey).toMatchObject({
      name: 'Staging',
      createdByName: 'Rita admin',
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(apiKey.hint).toBe(`${secret.slice(0, 11)}…${secret.slice(-4)}`);
    expect((await ping(secret)).status).toBe(200);
    const [row] = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`select * from api_keys where id = ${apiKey.id}`),
    );
    expect(row).toMatchObject({ hash: hashApiKey(secret) });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(await list())).not.toContain(secret);
  });

  it('creates none for a member who is demoted at the same moment', async () => {
    const { organizationId, cookie } = await administrator();
    const made = await transaction(api.services.db, { organizationId }, async (tx) => {
      await tx.execute(
        sql`update memberships set role = 'viewer' where organization_id = ${organizationId} and role = 'admin'`,
      );
      const creating = callDashboard(api, 'mutation', 'apiKey.create', { cookie, input: { name: 'Late' } });
      await api.until('the key waits for the demotion', async () => {
        const waiting = await owner.sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length > 0 ? true : null;
      });
      return { creating };
    });
    expect(refusalIn(await made.creating)?.code).toBe('forbidden');
    const rows = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`select 1 from api_keys where name = 'Late'`),
    );
    expect(rows.length).toBe(0);
  });

  it('refuses a name of nothing', async () => {
    const { cookie } = await administrator();
    const answer = await callDashboard(api, 'mutation', 'apiKey.create', {
      cookie,
      input: { name: ' \u200b' },
    });
    expect([400, 422]).toContain(answer.status);
  });
});

describe('list', () => {
  it('shows all keys, newest first, with their last use', async () => {
    const { create, list } = await administrator();
    const { secret } = await create('Second');
    await ping(secret);
    const items = await list();
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['First key', 'Second']);
    const used = items.find(({ name }: { name: string }) => name === 'Second');
    expect(used.lastUsedAt).toBe(api.clock.now.toISOString());
  });
});

describe('revoke', () => {
  it('refuses the key from the next request on, for good, and keeps the first time', async () => {
    const { cookie, create, list } = await administrator();
    const { apiKey, secret } = await create('Leaked');
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const revoke = () =>
      callDashboard(api, 'mutation', 'apiKey.revoke', { cookie, input: { id: apiKey.id } });
    expect((await revoke()).json.result.data).toEqual({ revoked: true });
    expectError(await ping(secret), 'unauthorized');
    const at = api.clock.now.toISOString();
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    expect((await revoke()).status).toBe(200);
    const shown = (await list()).find(({ id }: { id: string }) => id === apiKey.id);
    expect(shown.revokedAt).toBe(at);
    const actions = await callDashboard(api, 'query', 'administrativeAction.list', { cookie });
    const [revoked, created, ...earlier] = actions.json.result.data.items;
    expect(revoked).toMatchObject({
      action: 'api_key.revoked',
      actorName: 'Rita admin',
      subjectName: 'Leaked',
      details: { key: apiKey.hint },
      ipAddress: '192.0.2.7',
      occurredAt: at,
    });
    expect(created.action).toBe('api_key.created');
    expect(earlier.map(({ actorName }: { actorName: string }) => actorName)).toEqual([
      'Command line',
      'Command line',
    ]);
  });

  it('ends the session URLs and pages that the key requested, and no others', async () => {
    const { cookie, create, apiKey: kept } = await administrator();
    const { apiKey, secret } = await create('Leaked');
    const draft = await draftForEditing(api, { apiKey: kept });
    const edited = await editedPage(api, { ...draft, key: secret });
    const unopened = tokenIn(await requestEditing(api, { ...draft, key: secret }));
    const others = await editedPage(api, draft);
    await callDashboard(api, 'mutation', 'apiKey.revoke', { cookie, input: { id: apiKey.id } });
    const over = { reason: 'session_over' };
    const read = (token: string) => api.call('GET', '/api/editing/envelope', { key: token });
    expectError(await read(edited), 'unauthorized', over);
    expectError(await openEditing(api, unopened), 'unauthorized', over);
    expect((await read(others)).status).toBe(200);
  });

  it('does not reach the keys of others', async () => {
    const [own, other] = [await administrator(), await administrator()];
    const { apiKey, secret } = await other.create('Other');
    const answer = await callDashboard(api, 'mutation', 'apiKey.revoke', {
      cookie: own.cookie,
      input: { id: apiKey.id },
    });
    expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
    expect((await ping(secret)).status).toBe(200);
  });
});
