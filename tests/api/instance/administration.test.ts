import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLogKeeper } from '#server/log/keep.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { removeInstanceAdministrator } from '#server/db/instance/administrators.ts';
import { administratorOf } from '../../support/administrator.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { openCaller } from '../../support/caller.ts';
import { asOwner } from '../../support/cluster.ts';
import { sendDraft } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
let own: Tenant;
let other: Tenant;
let cookie: string;

beforeAll(async () => {
  own = await api.tenant('Operations');
  other = await api.tenant('Yilmaz & Partners');
  cookie = await administratorOf(api, owner, own);
});

const operations = async (as = cookie) => (await openCaller(api, as)).administration;
const IDS = ['01926b7e-0000-7000-8000-000000000001', '01926b7e-0000-7000-8000-000000000002'];

async function failJobs(): Promise<void> {
  await owner.sql`delete from pgboss.job where state = 'failed'`;
  for (const [at, id] of IDS.entries())
    await owner.sql`
      insert into pgboss.job (id, name, state, data, output, completed_on, retry_count, retry_limit) values (
        ${id}, ${at === 0 ? 'svc/envelope.sent' : 'svc/webhook.deliver'}, 'failed',
        ${owner.sql.json({ organizationId: other.organizationId })},
        ${owner.sql.json({ message: '550 mailbox not found' })}, now(), 3, 3)`;
}

describe('who may administer the instance', () => {
  const attempts = [
    ['overview', {}],
    ['organizations', { words: '' }],
    ['retryJobs', {}],
    ['suspend', { id: 'org_1', reason: 'x' }],
    ['unsuspend', { id: 'org_1' }],
    ['approveName', { id: 'org_1', name: 'x' }],
    ['people', { words: '' }],
    ['signOut', { id: 'usr_1', reason: 'x' }],
    ['resetSecondFactor', { id: 'usr_1', reason: 'x' }],
    ['actions', {}],
  ] as const;
  const refusals = async (as: string) => {
    const procedures = (await operations(as)) as unknown as Record<
      string,
      (input: unknown) => Promise<unknown>
    >;
    return await Promise.all(
      attempts.map(async ([name, input]) => {
        const refused: any = await procedures[name]?.(input).then(
          () => null,
          (error: unknown) => error,
        );
        return refused?.cause?.code ?? refused;
      }),
    );
  };

  it.each(['owner', 'admin', 'member', 'viewer'] as const)('is no %s of an organization', async (role) => {
    const theirs = await sessionOf(api, own.organizationId, role);
    expect(await refusals(theirs)).toEqual(attempts.map(() => 'not_found'));
  });

  it('is nobody without a session, and no other surface has these operations', async () => {
    expect(await refusals('countersign_session=nothing')).toEqual(attempts.map(() => 'unauthorized'));
    for (const [name] of attempts) {
      const answer = await callDashboard(api, 'query', `administration.${name}`, { cookie });
      expect(answer.status).toBe(404);
    }
  });

  it('is an administrator with a second factor only, whom no identity provider alone vouched for', async () => {
    const alone = await administratorOf(api, owner, own, { secondFactor: false });
    expect(await refusals(alone)).toEqual(attempts.map(() => 'forbidden'));
    const vouched = await administratorOf(api, owner, own, { secondFactor: true, singleSignOn: true });
    expect(await refusals(vouched)).toEqual(attempts.map(() => 'not_found'));
  });

  it('ends at once for who is removed', async () => {
    const person = await api.tenant();
    const theirs = await administratorOf(api, owner, person);
    await (await operations(theirs)).overview({});
    const [row] = await owner.sql`select email from users where id = ${person.userId}`;
    expect(await removeInstanceAdministrator(asOwner(api.services.config.database), row?.['email'])).toBe(
      true,
    );
    expect(await refusals(theirs)).toEqual(attempts.map(() => 'not_found'));
  });

  it('is decided by the database as well, which the program cannot change', async () => {
    const count = (administratorId: string, table: string) =>
      transaction(api.services.db, { administratorId }, async (tx) => {
        const [row] = await tx.execute<{ count: number }>(
          sql`select count(*)::integer as count from ${sql.identifier(table)}`,
        );
        return row?.count ?? 0;
      });
    await sendDraft(api, other.apiKey);
    for (const table of ['organizations', 'memberships']) {
      expect(await count(own.userId, table)).toBeGreaterThan(1);
      expect(await count(other.userId, table)).toBe(0);
    }
    for (const table of [
      'envelopes',
      'participants',
      'events',
      'documents',
      'api_keys',
      'outbox_mails',
      'templates',
    ])
      expect(await count(own.userId, table)).toBe(0);
    const grant = transaction(api.services.db, { administratorId: other.userId }, (tx) =>
      tx.execute(
        sql`insert into instance_administrators (user_id, created_at) values (${other.userId}, now())`,
      ),
    );
    await expect(grant).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

describe('the overview', () => {
  it('says how far the log is signed', async () => {
    const before = await (await operations()).overview({});
    await openLogKeeper(api.services).round({ all: true });
    const { log } = await (await operations()).overview({});
    expect(before.log.checkpoint).toBeNull();
    expect(log).toEqual({
      checkpoint: { entries: expect.any(Number), signedAt: api.clock.now.toISOString(), witnesses: 0 },
      witnesses: 0,
      isForked: false,
    });
    expect(log.checkpoint?.entries).toBeGreaterThan(0);
  });

  it('says how the instance is', async () => {
    api.clock.now = new Date();
    await owner.sql`delete from pgboss.job where name like 'svc/%'`;
    const overview = await (await operations()).overview({});
    expect(overview).toMatchObject({
      checks: { database: 'ok', storage: 'ok', jobs: 'ok', mail: 'ok', clock: 'ok', sealKey: 'ok' },
      log: { witnesses: 0 },
      logProblems: [],
      failedJobs: [],
      storage: { room: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) } },
      mail: { server: null, away: null, waiting: 0 },
    });
    expect(Math.abs(overview.clockOffMs)).toBeLessThan(10_000);
    expect(overview.queues.map(({ kind, failed }) => [kind, failed])).toEqual([
      ['documents', 0],
      ['emails', 0],
      ['seals', 0],
      ['webhooks', 0],
      ['bulk_sends', 0],
      ['exports', 0],
    ]);
    expect(overview.storage.databaseBytes).toBeGreaterThan(1_000_000);
    expect(overview.storage.documentBytes).toBeGreaterThan(0);
    expect(overview.organizations).toBeGreaterThan(1);
  });

  it('lists failed jobs with their reason, and tries one or all again', async () => {
    await failJobs();
    const { overview, retryJobs } = await operations();
    const { failedJobs, queues } = await overview({});
    expect(failedJobs).toHaveLength(2);
    expect(failedJobs).toContainEqual(
      expect.objectContaining({
        ...{ id: IDS[0], kind: 'emails', queue: 'svc/envelope.sent', organization: 'Yilmaz & Partners' },
        ...{ reason: '550 mailbox not found', attempts: 4 },
      }),
    );
    expect(queues.find(({ kind }) => kind === 'webhooks')?.failed).toBe(1);
    expect(await retryJobs({ id: IDS[0] ?? '' })).toEqual({ retried: 1 });
    expect(await retryJobs({})).toEqual({ retried: 1 });
    expect((await overview({})).failedJobs).toEqual([]);
    const states = await owner.sql`select state from pgboss.job where id in ${owner.sql(IDS)}`;
    expect(states.map(({ state }) => state)).toEqual(['retry', 'retry']);
  });

  it('tells since when a process could not reach the mail server', async () => {
    const since = new Date('2027-03-01T08:00:00.000Z');
    await recordMailServerAway(api.services.db.drizzle, { since, reason: 'connect ECONNREFUSED' });
    // This instance keeps its emails in the outbox, so an earlier mail server doesn't matter.
    expect((await (await operations()).overview({})).mail.away).toBeNull();
    await recordMailServerAway(api.services.db.drizzle, null);
  });
});

describe('the organizations', () => {
  it('are listed with owner, members and storage, and found by name or identifier', async () => {
    const { organizations } = await operations();
    const { items } = await organizations({ words: 'yilmaz' });
    expect(items).toEqual([
      {
        ...{ id: other.organizationId, name: 'Yilmaz & Partners', members: 1, standing: 'active' },
        ...{ owner: { name: 'Olga Owner', email: expect.stringContaining('@acme.example') } },
        ...{ bytes: expect.any(Number), createdAt: expect.any(String), suspensionReason: null },
      },
    ]);
    expect(items[0]?.bytes).toBeGreaterThan(0);
    expect((await organizations({ words: own.organizationId })).items).toMatchObject([
      { name: 'Operations' },
    ]);
    expect((await organizations({ words: '100%_' })).items).toEqual([]);
  });

  it('are listed page by page, newest first', async () => {
    for (let made = 0; made < 26; made += 1) await api.tenant(`Page ${made}`);
    const { organizations } = await operations();
    const first = await organizations({ words: 'Page ' });
    expect(first.items).toHaveLength(25);
    expect(first.items[0]?.name).toBe('Page 25');
    const second = await organizations({ words: 'Page ', cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ items: [{ name: 'Page 0' }], nextCursor: null });
  });

  it('are suspended and unsuspended by name, which their audit log says', async () => {
    const { suspend, unsuspend, organizations } = await operations();
    const ping = async () => (await api.call('GET', '/api/v1/ping', { key: other.apiKey })).status;
    await suspend({ id: other.organizationId, reason: 'Phishing' });
    expect(await ping()).toBe(403);
    expect((await organizations({ words: 'yilmaz' })).items).toMatchObject([
      { standing: 'suspended', suspensionReason: 'Phishing' },
    ]);
    await unsuspend({ id: other.organizationId });
    expect(await ping()).toBe(200);
    const log = await owner.sql`
      select action, actor_name, ip_address from administrative_actions
      where organization_id = ${other.organizationId} and action like 'organization.%suspended' order by action`;
    expect([...log]).toEqual([
      { action: 'organization.suspended', actor_name: 'Olga Owner', ip_address: null },
      { action: 'organization.unsuspended', actor_name: 'Olga Owner', ip_address: null },
    ]);
    await expect(suspend({ id: 'org_unknown', reason: 'x' })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
  });

  it('may send under a name that resembles a well-known one once it is approved', async () => {
    const held = await api.tenant('PayPal Support');
    const { approveName, organizations } = await operations();
    const standing = async () => (await organizations({ words: held.organizationId })).items[0]?.standing;
    expect(await standing()).toBe('name_held');
    await approveName({ id: held.organizationId, name: 'PayPal' });
    expect(await standing(), 'another name than it has').toBe('name_held');
    await approveName({ id: held.organizationId, name: 'PayPal Support' });
    expect(await standing()).toBe('active');
  });
});
