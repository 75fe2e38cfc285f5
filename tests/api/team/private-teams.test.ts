import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { mintDocumentToken } from '#server/crypto/tokens/document-token.ts';
import { readDueTexts } from '#server/jobs/read-texts.ts';
import { sendBulk } from '#server/jobs/send-bulk.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import { withViewer } from '#server/db/client/client.ts';
import { agentOf } from '../../support/agent.ts';
import { expectError } from '../../support/answers.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { ALICE, createDraft, sendDraft } from '../../support/envelopes.ts';
import { acceptedCall, IDENTIFIED } from '../../support/identified.ts';
import { useOwner } from '../../support/owner.ts';
import { whoIs } from '../../support/account.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi({ work: true });
const owner = useOwner(api);

let tenant: Tenant;
/** `insider` belongs to the private team; `outsider` owns the organization and doesn't. */
let people: Record<'insider' | 'outsider', { cookie: string; userId: string; key: string }>;
let teamId: string;
let secret: { sent: any; draft: any; template: any };

const call = async (cookie: string, procedure: string, input: unknown) => {
  const answer = await callDashboard(api, 'mutation', procedure, { cookie, input });
  return refusalIn(answer)?.code ?? answer.json.result.data;
};
const read = async (cookie: string, procedure: string, input: unknown = {}) => {
  const answer = await callDashboard(api, 'query', procedure, { cookie, input });
  return refusalIn(answer)?.code ?? answer.json.result.data;
};
const teams = async (cookie: string) => (await read(cookie, 'team.list')).items;

async function person(role: 'owner' | 'admin') {
  const cookie = await sessionOf(api, tenant.organizationId, role);
  return { cookie, userId: (await whoIs(api, cookie)).json.user.id as string };
}

beforeAll(async () => {
  tenant = await api.tenant();
  const insider = await person('admin');
  const outsider = await person('owner');
  teamId = (await call(insider.cookie, 'team.create', { name: 'Mergers', isPrivate: true })).id;
  const keyOf = async (cookie: string, input: object) =>
    (await call(cookie, 'apiKey.create', { name: 'Key', ...input })).secret as string;
  people = {
    insider: { ...insider, key: await keyOf(insider.cookie, { teamId }) },
    outsider: { ...outsider, key: await keyOf(outsider.cookie, {}) },
  };
  const { key } = people.insider;
  const sent = await sendDraft(api, key, { displayName: 'Project Falcon' });
  const roles = sent.participants.map(({ id, name }: { id: string; name: string }) => ({
    name,
    participantId: id,
  }));
  const template = await api.ask('POST /api/v1/templates', {
    key,
    body: { sourceEnvelopeId: sent.envelope.id, name: 'Falcon template', roles },
  });
  secret = { sent, draft: (await createDraft(api, key)).json, template: template.json };
});

describe('the database', () => {
  type Seen = { readonly envelopes: number; readonly says: string | null };
  const seenBy = (userId: string, set: Record<string, string> = {}) =>
    transaction(
      withViewer(api.services.db, userId),
      { organizationId: tenant.organizationId },
      async (tx) => {
        for (const [name, value] of Object.entries(set))
          await tx.execute(sql`select set_config(${name}, ${value}, true)`);
        const [seen] =
          await tx.execute<Seen>(sql`select nullif(current_setting('app.sees_all', true), '') as says,
        (select count(*)::int from envelopes where team_id = ${teamId}) as envelopes`);
        return seen;
      },
    );

  it('says to nobody that they see everything from whom a team is hidden, and believes it of no other', async () => {
    const { insider, outsider } = people;
    const { organizationId } = tenant;
    expect(await seenBy(insider.userId)).toMatchObject({ says: `${organizationId} ${insider.userId}` });
    expect((await seenBy(insider.userId))?.envelopes).toBeGreaterThan(0);
    expect(await seenBy(outsider.userId)).toEqual({ says: null, envelopes: 0 });
    const other = await api.tenant();
    for (const says of [
      `${organizationId} ${insider.userId}`,
      `${other.organizationId} ${outsider.userId}`,
      ` ${outsider.userId}`,
      'on',
    ])
      expect((await seenBy(outsider.userId, { 'app.sees_all': says }))?.envelopes, says).toBe(0);
  });

  it('looks a member’s teams up again in another organization of the same transaction', async () => {
    const { outsider } = people;
    const other = await api.tenant();
    const db = withViewer(api.services.db, outsider.userId);
    const seen = await transaction(db, { organizationId: other.organizationId }, async (tx) => {
      await addScope(tx, { organizationId: tenant.organizationId });
      return await tx.execute(sql`select id from envelopes where team_id = ${teamId}`);
    });
    expect([...seen]).toEqual([]);
  });

  it('looks the hidden teams up once a transaction, not for every table', async () => {
    const { insider } = people;
    const lines = await transaction(
      withViewer(api.services.db, insider.userId),
      { organizationId: tenant.organizationId },
      (tx) =>
        tx.execute<{ 'QUERY PLAN': string }>(sql`explain (analyze, costs off) select from participants`),
    );
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain('never executed');
  });
});

describe('the envelopes and templates of a private team', () => {
  it.each(
    IDENTIFIED.filter(({ path }) => /\/(envelopes|templates)\//.test(path)).map(
      ({ method, path }) => [method, path] as const,
    ),
  )("can't be reached by %s %s of someone else, even the owner's key", async (method, path) => {
    const ids = path.includes('/templates/')
      ? [secret.template.template.id]
      : [secret.draft.envelope.id, secret.sent.envelope.id];
    for (const id of ids) {
      const target = path
        .replace('{id}', id)
        .replace('{participantId}', secret.sent.participants[0].id)
        .replace('{documentId}', secret.draft.envelope.documents[0].id)
        .replace('{attachmentId}', 'att_01h455vb4pex5vsknk084sn02q');
      const answer = await api.call(method, target, {
        key: people.outsider.key,
        ...acceptedCall(path, method),
      });
      expectError(answer, 'not_found');
    }
  });

  it.each([['q=Falcon'], ['search=Falcon'], ['recipient=alice'], ['view=waiting'], ['sort=name']])(
    'are listed by ?%s to its members only',
    async (query) => {
      const listed = async (key: string) =>
        (await api.call('GET', `/api/v1/envelopes?${query}`, { key })).json.items.map(
          ({ id }: { id: string }) => id,
        );
      await expect.poll(() => listed(people.insider.key)).toContain(secret.sent.envelope.id);
      expect(await listed(people.outsider.key)).toEqual([]);
    },
  );

  it('are counted, offered and reported to its members only', async () => {
    const seen = async (cookie: string) =>
      JSON.stringify(
        await Promise.all([
          read(cookie, 'envelope.numbers'),
          read(cookie, 'envelope.choices'),
          read(cookie, 'envelope.rows', { ids: [secret.sent.envelope.id] }),
          read(cookie, 'template.list'),
        ]),
      );
    expect(await seen(people.insider.cookie)).toContain('Falcon');
    const outside = await seen(people.outsider.cookie);
    expect(outside).not.toContain('Falcon');
    expect(outside).not.toContain('Mergers');
  });

  it('show what their documents say to its members only', async () => {
    const input = { search: 'page', envelopeIds: [secret.sent.envelope.id] };
    const seen = (cookie: string) => read(cookie, 'envelope.passages', input);
    await readDueTexts(api.services);
    expect(await seen(people.insider.cookie)).toMatchObject([{ page: 1 }]);
    expect(await seen(people.outsider.cookie)).toEqual([]);
  });

  it('hide every row of theirs from the transactions of others', async () => {
    const counts = async (viewerId: string) =>
      await transaction(
        withViewer(api.services.db, viewerId),
        { organizationId: tenant.organizationId },
        async (tx) => {
          const found: Record<string, number> = {};
          for (const name of await policed()) {
            const [row] = await tx.execute<{ n: number }>(
              sql`select count(*)::int as n from ${sql.identifier(name)}`,
            );
            if (row !== undefined && row.n > 0) found[name] = row.n;
          }
          return found;
        },
      );
    expect(Object.keys(await counts(people.insider.userId))).toEqual(
      expect.arrayContaining([
        'documents',
        'envelope_fields',
        'envelopes',
        'events',
        'participants',
        'templates',
      ]),
    );
    expect(await counts(people.outsider.userId)).toEqual({});
  });

  it('reach their signers, who are no members', async () => {
    expect(await signAs(api, secret.sent, ALICE)).toBeDefined();
  });
});

/**
 * Every table with the content of envelopes and templates has the policy. Only the owner can read a partition
 * directly.
 */
async function policed(): Promise<string[]> {
  const rows = await owner.sql<{ name: string; has: boolean }[]>`
    select c.table_name as name,
      exists (select from pg_policies p where p.tablename = c.table_name and p.policyname = 'of_team' and p.permissive = 'RESTRICTIVE'
        and p.roles = '{countersign_app}') as has
    from information_schema.columns c
    join pg_class on oid = to_regclass(c.table_name) and not relispartition
    where c.table_schema = 'public' and c.column_name in ('envelope_id', 'template_id', 'bulk_send_id', 'team_id')
      and c.table_name not in ('api_keys', 'directory_members', 'team_members', 'search_entries', 'template_search_entries')
    group by c.table_name order by 1`;
  // These contain only hashes of events.
  const content = rows.filter(({ name }) => !['changed_heads', 'log_leaves'].includes(name));
  expect(content.filter(({ has }) => !has)).toEqual([]);
  return content.map(({ name }) => name);
}

describe('the recipients of a private team', () => {
  it('are suggested to nobody, since everyone would see whom it writes to', async () => {
    for (const { cookie } of Object.values(people))
      expect(await read(cookie, 'contact.suggest', { beginning: '' })).toEqual({ items: [] });
    const { id } = secret.sent.participants[0];
    await call(people.insider.cookie, 'envelope.correctParticipant', {
      id: secret.sent.envelope.id,
      participantId: id,
      email: 'corrected@example.com',
    });
    expect(await read(people.outsider.cookie, 'contact.suggest', { beginning: 'corr' })).toEqual({
      items: [],
    });
    await sendDraft(api, people.outsider.key);
    expect(
      (await read(people.outsider.cookie, 'contact.suggest', { beginning: 'alice' })).items,
    ).toHaveLength(1);
  });
});

describe('a private team', () => {
  it('is no choice for others, whose keys and envelopes go elsewhere', async () => {
    const { outsider } = people;
    expect(await call(outsider.cookie, 'apiKey.create', { name: 'x', teamId })).toBe('validation_failed');
    const answer = await api.ask('POST /api/v1/envelopes', {
      key: outsider.key,
      body: { originalFilename: 'a.pdf', teamId },
    });
    expect(answer).toMatchObject({ status: 422, json: { code: 'validation_failed' } });
    const member = await sessionOf(api, tenant.organizationId, 'member');
    expect((await teams(member)).map(({ name }: { name: string }) => name)).not.toContain('Mergers');
  });

  it('gets members by an administrator, who is recorded, and loses them', async () => {
    const { outsider, insider } = people;
    const get = async () =>
      (
        await api.ask('GET /api/v1/envelopes/{id}', {
          key: outsider.key,
          path: { id: secret.sent.envelope.id },
        })
      ).status;
    const input = { id: teamId, userId: outsider.userId };
    expect(await call(outsider.cookie, 'team.addMember', input)).toBeUndefined();
    expect(await call(outsider.cookie, 'team.addMember', input)).toBeUndefined();
    expect(await get()).toBe(200);
    expect(await call(insider.cookie, 'team.removeMember', input)).toBeUndefined();
    expect(await get()).toBe(404);
    expect(await call(insider.cookie, 'team.removeMember', input)).toBe('not_found');
    const { items } = await read(outsider.cookie, 'administrativeAction.list');
    const actions = items
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action.startsWith('team.member'));
    expect(actions.sort()).toEqual(['team.member_added', 'team.member_removed']);
  });

  it("isn't opened by administrators who don't belong to it", async () => {
    const { cookie, userId } = await person('admin');
    const add = () => call(cookie, 'team.addMember', { id: teamId, userId });
    expect(await add()).toBe('forbidden');
    expect(await call(cookie, 'team.change', { id: teamId, isPrivate: false })).toBe('forbidden');
    expect((await teams(cookie)).find(({ id }: { id: string }) => id === teamId)).toMatchObject({
      isPrivate: true,
      isMine: false,
    });
    expect(await read(cookie, 'envelope.get', { id: secret.sent.envelope.id })).toBe('not_found');
  });

  it("says to a key what to do once the team is out of its person's reach", async () => {
    const { cookie, userId } = await person('admin');
    const member = { id: teamId, userId };
    await call(people.insider.cookie, 'team.addMember', member);
    const { secret: key } = await call(cookie, 'apiKey.create', { name: 'Key', teamId });
    await call(people.insider.cookie, 'team.removeMember', member);
    const create = (body: object = {}) =>
      api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'a.pdf', ...body } });
    const refused = await create();
    expect(refused).toMatchObject({
      status: 403,
      json: { code: 'forbidden', details: { reason: 'team_out_of_reach' } },
    });
    expect(refused.json).toMatchObject({ message: expect.stringContaining('Send the `teamId` of another') });
    expect(await create({ teamId })).toMatchObject({
      status: 422,
      json: { details: { issues: [{ path: '/teamId', message: 'must be a team that you belong to' }] } },
    });
    expect((await create({ teamId: tenant.teamId })).status).toBe(201);
    expect((await api.ask('GET /api/v1/me', { key })).json.teamId).toBeNull();
  });

  it('ends the document links of those who leave it', async () => {
    const { organizationId } = tenant;
    const agent = await agentOf(api, organizationId);
    const input = { id: teamId, userId: agent.userId };
    await call(people.insider.cookie, 'team.addMember', input);
    const exp = Math.floor(api.clock.now.getTime() / 1000) + 60;
    const claims = { org: organizationId, env: secret.sent.envelope.id, grant: agent.grantId, exp };
    const token = mintDocumentToken({ ...claims, variant: 'prepared' }, api.services.config.secretKeys);
    const open = async () => (await api.call('GET', `/api/documents/${token}`)).status;
    expect(await open()).toBe(200);
    await call(people.insider.cookie, 'team.removeMember', input);
    expect(await open()).toBe(404);
  });

  it('ends the bulk sends of those who leave it', async () => {
    const { insider, outsider } = people;
    const { organizationId } = tenant;
    const templateId = secret.template.template.id;
    const input = { id: teamId, userId: outsider.userId };
    await call(outsider.cookie, 'team.addMember', input);
    const roles: string[] = secret.template.roles.map(
      ({ apiRoleName }: { apiRoleName: string }) => apiRoleName,
    );
    const header = roles.flatMap((role) => [`${role}_name`, `${role}_email`]).join(',');
    const row = roles.flatMap((_, index) => [`Person ${index}`, `p${index}@example.com`]).join(',');
    const csv = `${header}\n${row}`;
    const list = { templateId, filename: 'people.csv', csv, requestId: randomUUID() };
    const { id } = await call(outsider.cookie, 'bulkSend.start', list);
    await call(insider.cookie, 'team.removeMember', input);
    await sendBulk(api.services, { organizationId, bulkSendId: id });
    const { bulkSend, failed } = await read(insider.cookie, 'bulkSend.get', { id });
    expect(bulkSend).toMatchObject({ sentCount: 0, failedCount: 1, stopReason: 'sender_left_team' });
    expect(failed).toEqual([{ line: 2, error: expect.stringContaining('no longer belongs') }]);
  });

  it('becomes public and private again, but never the last that everyone belongs to', async () => {
    const { cookie, userId } = people.insider;
    const privacy = (id: string, isPrivate: boolean) => call(cookie, 'team.change', { id, isPrivate });
    const stateOf = async (id: string) =>
      (await teams(cookie)).find((team: { id: string }) => team.id === id);
    expect(await privacy(tenant.teamId, true)).toBe('invalid_state');
    const { id } = await call(cookie, 'team.create', { name: 'Second' });
    expect(await call(cookie, 'team.addMember', { id, userId })).toBe('invalid_state');
    expect(await privacy(id, true)).toMatchObject({ id, isPrivate: true });
    expect(await stateOf(id)).toMatchObject({ isPrivate: true, members: [{ userId }] });
    expect(await privacy(id, false)).toMatchObject({ id, isPrivate: false });
    expect(await stateOf(id)).toMatchObject({ isPrivate: false, members: [] });
    expect(await call(cookie, 'team.delete', { id })).toBeUndefined();
    for (const procedure of ['team.change', 'team.addMember', 'team.removeMember'])
      expect(
        await call(cookie, procedure, procedure === 'team.change' ? { id, isPrivate: true } : { id, userId }),
      ).toBe('not_found');
  });

  it('keeps one of two last teams public when both become private at once', async () => {
    const { cookie } = people.insider;
    const { id } = await call(cookie, 'team.create', { name: 'Third' });
    const answers = await Promise.all(
      [tenant.teamId, id].map((one) => call(cookie, 'team.change', { id: one, isPrivate: true })),
    );
    expect(answers).toContain('invalid_state');
    expect((await teams(cookie)).some(({ isPrivate }: { isPrivate: boolean }) => !isPrivate)).toBe(true);
  });

  it('is administered by administrators of its own organization only', async () => {
    const member = await sessionOf(api, tenant.organizationId, 'member');
    const stranger = await sessionOf(api, (await api.tenant('Other')).organizationId, 'owner');
    const { userId } = people.insider;
    for (const [procedure, input] of [
      ['team.change', { id: teamId, isPrivate: false }],
      ['team.addMember', { id: teamId, userId }],
      ['team.removeMember', { id: teamId, userId }],
    ] as const) {
      expect(await call(member, procedure, input)).toBe('forbidden');
      expect(await call(stranger, procedure, input)).toBe('not_found');
    }
  });
});

describe('someone who is removed while their request waits', () => {
  it.each<[string, (id: string) => [procedure: string, input: object]]>([
    ['creates no private team', () => ['team.create', { name: 'Too late', isPrivate: true }]],
    ['makes no team private', (id) => ['team.change', { id, isPrivate: true }]],
  ])('%s', async (_what, describeCall) => {
    const late = await person('admin');
    const { id } = await call(late.cookie, 'team.create', { name: `Open ${late.userId}` });
    const [isHeld, removal] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { organizationId } = tenant;
    const removing = owner.sql.begin(async (tx) => {
      await tx`select from organizations where id = ${organizationId} for update`;
      isHeld.resolve();
      await removal.promise;
      await tx`delete from memberships where organization_id = ${organizationId} and user_id = ${late.userId}`;
    });
    await isHeld.promise;
    const waiting = call(late.cookie, ...describeCall(id));
    await api.until('the request to wait', async () => {
      const locks = await api.services.db.drizzle.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return locks.length > 0;
    });
    removal.resolve();
    await removing;
    expect(await waiting).toBe('forbidden');
  });
});
