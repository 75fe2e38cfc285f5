import { describe, expect, it } from 'vitest';
import type { Role } from '#domain/organization/role.ts';
import { dashboardRouter, pageRouter, type DashboardRouter } from '#server/procedures/router.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { callDashboard, ORIGIN, refusalIn, sessionOf } from '../support/session.ts';

const api = useApi();

type Row = {
  readonly kind: 'query' | 'mutation';
  readonly procedure: string;
  readonly input: (envelope: { id: string; version: number }) => unknown;
  readonly roles: readonly Role[];
};

const ALL: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];
const SENDING: readonly Role[] = ['owner', 'admin', 'member'];
const ADMINISTERING: readonly Role[] = ['owner', 'admin'];
const OWNING: readonly Role[] = ['owner'];
const expecting = ({ id, version }: { id: string; version: number }) => ({ id, expectedVersion: version });

const ROWS: readonly Row[] = [
  { kind: 'query', procedure: 'envelope.list', input: () => ({}), roles: ALL },
  { kind: 'query', procedure: 'envelope.get', input: ({ id }) => ({ id }), roles: ALL },
  { kind: 'query', procedure: 'envelope.events', input: ({ id }) => ({ id }), roles: ALL },
  {
    kind: 'mutation',
    procedure: 'envelope.create',
    input: () => ({ originalFilename: 'A.pdf' }),
    roles: SENDING,
  },
  {
    kind: 'mutation',
    procedure: 'envelope.draft',
    input: ({ id }) => ({ id, displayName: 'x' }),
    roles: SENDING,
  },
  { kind: 'mutation', procedure: 'envelope.send', input: expecting, roles: SENDING },
  { kind: 'mutation', procedure: 'envelope.void', input: expecting, roles: SENDING },
  { kind: 'query', procedure: 'agent.list', input: () => ({}), roles: ALL },
  { kind: 'query', procedure: 'agent.rules', input: () => ({}), roles: ADMINISTERING },
  {
    kind: 'mutation',
    procedure: 'agent.changeRules',
    input: () => ({ askFirst: true }),
    roles: ADMINISTERING,
  },
  { kind: 'query', procedure: 'apiKey.list', input: () => ({}), roles: ADMINISTERING },
  { kind: 'mutation', procedure: 'apiKey.create', input: () => ({ name: 'Key' }), roles: ADMINISTERING },
  { kind: 'query', procedure: 'webhook.list', input: () => ({}), roles: ADMINISTERING },
  { kind: 'query', procedure: 'webhook.health', input: () => ({}), roles: ADMINISTERING },
  { kind: 'query', procedure: 'event.samples', input: () => ({}), roles: ALL },
  {
    kind: 'mutation',
    procedure: 'webhook.create',
    input: () => ({ url: 'https://example.com/hook' }),
    roles: ADMINISTERING,
  },
  { kind: 'query', procedure: 'template.results', input: () => ({ id: 'tpl_x' }), roles: ALL },
  { kind: 'query', procedure: 'outbox.list', input: () => ({}), roles: ADMINISTERING },
  { kind: 'query', procedure: 'administrativeAction.list', input: () => ({}), roles: ADMINISTERING },
  { kind: 'query', procedure: 'administrativeAction.search', input: () => ({}), roles: ADMINISTERING },
  { kind: 'mutation', procedure: 'administrativeAction.export', input: () => ({}), roles: ADMINISTERING },
  { kind: 'query', procedure: 'export.list', input: () => ({}), roles: OWNING },
  { kind: 'mutation', procedure: 'export.start', input: () => ({}), roles: OWNING },
  { kind: 'query', procedure: 'retention.get', input: () => ({}), roles: ADMINISTERING },
  { kind: 'mutation', procedure: 'retention.change', input: () => ({ years: 7 }), roles: ADMINISTERING },
  {
    kind: 'mutation',
    procedure: 'retention.placeHold',
    input: ({ id }) => ({ envelopeId: id, reason: 'Dispute' }),
    roles: ADMINISTERING,
  },
  {
    kind: 'mutation',
    procedure: 'retention.erasePerson',
    input: () => ({ email: 'gone@example.com' }),
    roles: ADMINISTERING,
  },
  { kind: 'query', procedure: 'member.list', input: () => ({}), roles: ADMINISTERING },
  {
    kind: 'mutation',
    procedure: 'member.invite',
    input: () => ({ email: 'x@y.example', role: 'viewer' }),
    roles: ADMINISTERING,
  },
  { kind: 'mutation', procedure: 'team.create', input: () => ({ name: 'Team' }), roles: ADMINISTERING },
  {
    kind: 'mutation',
    procedure: 'organization.rename',
    input: () => ({ name: 'Org' }),
    roles: ADMINISTERING,
  },
  { kind: 'query', procedure: 'branding.get', input: () => ({}), roles: ADMINISTERING },
  {
    kind: 'mutation',
    procedure: 'branding.change',
    input: () => ({ accentColor: '#112233' }),
    roles: ADMINISTERING,
  },
  { kind: 'query', procedure: 'organization.defaults', input: () => ({}), roles: ADMINISTERING },
  {
    kind: 'mutation',
    procedure: 'organization.changeDefaults',
    input: () => ({
      legalFramework: 'none',
      consumerDisclosure: false,
      expiryDays: 7,
      reminderPolicy: null,
      canDelegate: true,
      attachSealed: false,
      makeArchivable: false,
      textTags: false,
    }),
    roles: ADMINISTERING,
  },
  { kind: 'query', procedure: 'mail.status', input: () => ({}), roles: ADMINISTERING },
  { kind: 'mutation', procedure: 'mail.test', input: () => ({}), roles: ADMINISTERING },
  { kind: 'query', procedure: 'organization.list', input: () => ({}), roles: ALL },
  { kind: 'query', procedure: 'account.get', input: () => ({}), roles: ALL },
];

for (const { kind, procedure, input, roles } of ROWS) {
  describe(procedure, () => {
    for (const role of ALL) {
      const allowed = roles.includes(role);
      it(`is ${allowed ? 'open' : 'forbidden'} to a ${role}`, async () => {
        const { organizationId, apiKey } = await api.tenant();
        const { envelope } = (await createDraft(api, apiKey)).json;
        const cookie = await sessionOf(api, organizationId, role);
        const answer = await callDashboard(api, kind, procedure, { cookie, input: input(envelope) });
        expect(answer.status).toBe(allowed ? 200 : 403);
        if (allowed) return;
        expect(refusalIn(answer)).toMatchObject({ code: 'forbidden' });
        const { json } = await api.call('GET', `/api/v1/envelopes/${envelope.id}/events`, { key: apiKey });
        expect(json.items).toHaveLength(1);
      });
    }

    it('needs a session', async () => {
      const answer = await callDashboard(api, kind, procedure, { input: input({ id: 'env_x', version: 1 }) });
      expect(answer.status).toBe(401);
      expect(refusalIn(answer)).toMatchObject({ code: 'unauthorized' });
    });
  });
}

describe('a dashboard’s call', () => {
  it('reaches only records of the organization', async () => {
    const [own, other] = [await api.tenant(), await api.tenant()];
    const { envelope } = (await createDraft(api, other.apiKey)).json;
    const cookie = await sessionOf(api, own.organizationId);
    for (const [kind, procedure, input] of [
      ['query', 'envelope.get', { id: envelope.id }],
      ['mutation', 'envelope.void', { id: envelope.id, expectedVersion: 1 }],
      ['mutation', 'agent.end', { id: 'grant_x' }],
      ['mutation', 'apiKey.revoke', { id: 'key_x' }],
      ['query', 'outbox.get', { id: 'mail_x' }],
      ['mutation', 'webhook.delete', { id: 'wh_x' }],
    ] as const) {
      const answer = await callDashboard(api, kind, procedure, { cookie, input });
      expect(answer.status).toBe(404);
      expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
    }
    const listed = await callDashboard(api, 'query', 'envelope.list', { cookie });
    expect(listed.json.result.data.items).toEqual([]);
  });

  it('reaches every operation on templates', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const cookie = await sessionOf(api, organizationId, 'member');
    const { envelope, participants } = (await createDraft(api, apiKey)).json;
    const called = async (kind: 'query' | 'mutation', verb: string, input: unknown) => {
      const { status, json } = await callDashboard(api, kind, `template.${verb}`, { cookie, input });
      expect([verb, status]).toEqual([verb, 200]);
      return json.result.data;
    };
    const roles = participants.map(({ id, name }: { id: string; name: string }) => ({
      name,
      participantId: id,
    }));
    const made = await called('mutation', 'create', { sourceEnvelopeId: envelope.id, name: 'Lease', roles });
    const { id } = made.template;
    expect(await called('query', 'get', { id })).toEqual(made);
    expect((await called('mutation', 'update', { id, name: 'Rent' })).name).toBe('Rent');
    expect((await called('query', 'list', { q: 'rent' })).items).toHaveLength(1);
    expect((await called('mutation', 'archive', { id })).archivedAt).not.toBeNull();
    expect((await called('mutation', 'restore', { id })).archivedAt).toBeNull();
    const recipients = Object.fromEntries(
      made.roles.map(({ apiRoleName }: { apiRoleName: string }, at: number) => [
        apiRoleName,
        { name: `Person ${at}`, email: `p${at}@example.com` },
      ]),
    );
    const graph = await called('mutation', 'createEnvelope', { id, recipients, autoSend: false });
    expect(graph.envelope).toMatchObject({ templateId: id, status: 'draft' });
  });

  it('is recorded with the person who made it', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const cookie = await sessionOf(api, organizationId, 'member');
    const input = { originalFilename: 'A.pdf' };
    const { envelope } = (await callDashboard(api, 'mutation', 'envelope.create', { cookie, input })).json
      .result.data;
    expect(envelope.senderName).toBe('Rita member');
    const { items } = (await api.call('GET', `/api/v1/envelopes/${envelope.id}/events`, { key: apiKey }))
      .json;
    expect(items[0]).toMatchObject({ actorType: 'sender', actorId: envelope.senderUserId });
  });

  it('is refused with the status of a program’s call', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const { envelope } = (await createDraft(api, apiKey)).json;
    const cookie = await sessionOf(api, organizationId);
    const stale = { cookie, input: { id: envelope.id, expectedVersion: 7 } };
    const conflict = await callDashboard(api, 'mutation', 'envelope.send', stale);
    expect(conflict.status).toBe(409);
    expect(refusalIn(conflict)).toMatchObject({ code: 'version_conflict', details: { currentVersion: 1 } });
    const unknown = await callDashboard(api, 'query', 'envelope.get', {
      cookie,
      input: { id: envelope.id, x: 1 },
    });
    expect(unknown.status).toBe(422);
    expect((await callDashboard(api, 'query', 'envelope.none', { cookie })).status).toBe(404);
  });

  it('has neither at its address nor in its types what only pages call in process', async () => {
    const { organizationId } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    const reachable = new Set(Object.keys(dashboardRouter._def.procedures));
    const others = Object.keys(pageRouter._def.procedures).filter((name) => !reachable.has(name));
    expect(others).toContain('auth.signIn');
    for (const name of others) {
      for (const kind of ['query', 'mutation'] as const) {
        const { status } = await callDashboard(api, kind, name, { cookie });
        expect({ name, kind, status }).toEqual({ name, kind, status: 404 });
      }
    }
    'envelope' satisfies keyof DashboardRouter['_def']['record'];
    // @ts-expect-error Browsers sign in under /api/auth.
    'auth' satisfies keyof DashboardRouter['_def']['record'];
  });

  it('reveals no internals for a body that is not JSON', async () => {
    const { organizationId } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    const answer = await api.call('POST', '/api/trpc/envelope.create', {
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      raw: Buffer.from('{"originalFilename"'),
    });
    expect(answer.status).toBe(400);
    expect(answer.bytes.toString()).not.toMatch(/node_modules|\.ts:/);
  });
});
