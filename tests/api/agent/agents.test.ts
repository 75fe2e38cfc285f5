import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { agentOf } from '../../support/agent.ts';
import { useApi } from '../../support/api.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();

async function organization() {
  const tenant = await api.tenant();
  const agent = await agentOf(api, tenant.organizationId, { scopes: ['envelopes:read', 'envelopes:send'] });
  const { token } = await api.services.sessions.start(
    { userId: agent.userId, organizationId: tenant.organizationId, secondFactor: false },
    {
      ipAddress: null,
      userAgent: null,
    },
  );
  return {
    ...tenant,
    agent,
    own: `countersign_session=${token}`,
    admin: await sessionOf(api, tenant.organizationId, 'admin'),
    colleague: await sessionOf(api, tenant.organizationId, 'member'),
  };
}
const list = async (cookie: string) =>
  (await callDashboard(api, 'query', 'agent.list', { cookie })).json.result.data.items;
const end = (cookie: string, id: string) =>
  callDashboard(api, 'mutation', 'agent.end', { cookie, input: { id } });
const ping = async (key: string) => (await api.ask('GET /api/v1/ping', { key })).status;

describe('list', () => {
  it('shows a person their own agents, and administrators all, with their last use', async () => {
    const { agent, own, admin, colleague } = await organization();
    const expected = {
      id: agent.grantId,
      clientName: 'Test agent',
      redirectHost: 'agent.example',
      scopes: ['envelopes:read', 'envelopes:send'],
      asksFirst: false,
      allowedBy: { id: agent.userId, name: 'Aino Agentson' },
      createdAt: api.clock.now.toISOString(),
    };
    expect(await list(own)).toEqual([{ ...expected, lastUsedAt: null }]);
    expect(await ping(agent.token)).toBe(200);
    expect(await list(admin)).toEqual([{ ...expected, lastUsedAt: api.clock.now.toISOString() }]);
    expect(await list(colleague)).toEqual([]);
  });
});

describe('end', () => {
  it('refuses the agent from the next request on, is recorded, and may be repeated', async () => {
    const { agent, admin, organizationId } = await organization();
    expect(await ping(agent.token)).toBe(200);
    for (let time = 0; time < 2; time++) expect((await end(admin, agent.grantId)).status).toBe(200);
    expect(await ping(agent.token)).toBe(401);
    expect(await list(admin)).toEqual([]);
    const actions = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(
        sql`select subject_name, subject_id from administrative_actions where action = 'agent.ended'`,
      ),
    );
    expect([...actions]).toEqual([{ subject_name: 'Test agent', subject_id: agent.grantId }]);
  });

  it('is for a person’s own agents, or an administrator', async () => {
    const { agent, own, colleague } = await organization();
    const refused = await end(colleague, agent.grantId);
    expect(refused.status).toBe(404);
    expect(await ping(agent.token)).toBe(200);
    expect((await end(own, agent.grantId)).status).toBe(200);
    expect(await ping(agent.token)).toBe(401);
  });

  it('knows no agent of another organization', async () => {
    const [here, there] = [await organization(), await organization()];
    const refused = await end(here.admin, there.agent.grantId);
    expect(refused.status).toBe(404);
    expect(refusalIn(refused)?.code).toBe('not_found');
    expect(await ping(there.agent.token)).toBe(200);
  });

  it('stays ended, whatever is written', async () => {
    const { agent, admin, organizationId } = await organization();
    await end(admin, agent.grantId);
    const revive = (statement: string) =>
      transaction(api.services.db, { organizationId }, (tx) => tx.execute(sql.raw(statement)));
    for (const change of ['ended_at = null, end_reason = null', `scope = 'envelopes:send'`, `user_id = 'x'`])
      await expect(revive(`update oauth_grants set ${change}`), change).rejects.toThrow();
    await expect(revive('delete from oauth_grants')).rejects.toThrow();
  });
});
