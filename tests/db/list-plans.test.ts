import { sql, type SQL } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '#server/db/client/client.ts';
import { ALONG_INDEXES, listEnvelopes, type ListFilter } from '#server/db/list/envelope-list.ts';
import { listTransaction, transaction } from '#server/db/client/transaction.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { EVERYTHING } from '../support/list-filter.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
const ROWS = 20_000;
let tenant: Tenant;
let webhookId: string;

beforeAll(async () => {
  tenant = await api.tenant();
  const { organizationId: org, apiKey: key, teamId } = tenant;
  webhookId = (
    await api.call('POST', '/api/v1/webhooks', { key, body: { url: 'https://example.com', enabled: false } })
  ).json.id;
  await createDraft(api, key);
  const neighbor = (await api.tenant('Neighbor')).organizationId;
  await owner.sql`select set_config('app.organization_id', ${org}, false)`;
  await owner.sql.unsafe(`
    insert into templates (id, organization_id, team_id, name, original_filename, source_format, content_hash, size_bytes,
      legal_framework, consumer_disclosure, created_at, updated_at)
    select 'tpl_' || n, '${org}', '${teamId}', 'Agreement ' || md5(n::text), 'a.pdf', 'pdf', repeat('0', 64), 1, 'esign_ueta',
      false, timestamptz '2027-01-01' + n * interval '1 second', now() from generate_series(1, ${ROWS}) as n;
    insert into outbox_mails (id, organization_id, message_id, recipient, sender, subject, html, text, created_at)
    select 'mail_' || lpad(n::text, 8, '0'), case when n % 2 = 0 then '${org}' else '${neighbor}' end, n::text, 'a@example.com', 'b@example.com', 's', '', '',
      timestamptz '2027-01-01' + n * interval '1 second' from generate_series(1, ${ROWS}) as n;
    insert into webhook_deliveries (id, organization_id, webhook_id, type, body, status, created_at)
    select 'del_' || lpad(n::text, 8, '0'), '${org}', '${webhookId}', 'webhook.test', '{}', 'succeeded',
      timestamptz '2027-01-01' + n * interval '1 second' from generate_series(1, ${ROWS}) as n;
    set session_replication_role = replica;
    insert into envelopes (id, organization_id, team_id, status, detection_status, version, original_filename, display_name,
      source_format, delivery_mode, legal_framework, consumer_disclosure, sent_at, completed_at, sender_name, sender_email,
      latest_action, latest_action_at, standing_attention, created_at, updated_at)
    select 'env_' || n, case when n % 12 = 0 then '${org}' else '${neighbor}' end, '${teamId}', 'completed', 'none', 1,
      'a.pdf', md5(n::text), 'pdf', 'inline', 'esign_ueta', false, moment, moment, 'Sam', 'sam@example.com', 'envelope.completed', moment, '{}', moment, moment
    from (select n, timestamptz '2027-01-01' + n * interval '1 second' as moment from generate_series(1, ${ROWS}) as n) as drawn;
    set session_replication_role = origin;
    analyze envelopes; analyze templates; analyze outbox_mails; analyze webhook_deliveries; analyze template_search_entries;`);
});

/** Returns a statement's plan under the program's role, with one line per step. */
async function planOf(statement: SQL): Promise<string> {
  const rows = await transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
    tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${statement}`),
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** The statements come from the query files in src/server/db. */
describe('a page of a list', () => {
  it.each([
    [
      'templates, newest first',
      'templates_created',
      () => sql`select * from templates where organization_id = ${tenant.organizationId} and archived_at is null
        order by created_at desc nulls last, id desc nulls last limit 51`,
    ],
    [
      'templates behind a cursor',
      'templates_created',
      () => sql`select * from templates where organization_id = ${tenant.organizationId} and archived_at is null
        and (created_at, id) < ('2027-01-01T03:00:00Z', 'tpl_5')
        order by created_at desc nulls last, id desc nulls last limit 51`,
    ],
    [
      'kept mails',
      'outbox_mails_organization_id_id_pk',
      () =>
        sql`select id from outbox_mails where organization_id = ${tenant.organizationId} order by id desc limit 51`,
    ],
    [
      'deliveries of a webhook',
      'webhook_deliveries_created',
      () => sql`select * from webhook_deliveries where organization_id = ${tenant.organizationId}
        and webhook_id = ${webhookId} order by created_at desc, id desc limit 51`,
    ],
    [
      'deliveries that stand so',
      'webhook_deliveries_status_created',
      () => sql`select * from webhook_deliveries where organization_id = ${tenant.organizationId}
        and webhook_id = ${webhookId} and status = 'failed' order by created_at desc, id desc limit 51`,
    ],
    [
      'deliveries with a text in them',
      'webhook_deliveries_created',
      () => sql`select * from (select * from webhook_deliveries where organization_id = ${tenant.organizationId}
        and webhook_id = ${webhookId} order by created_at desc, id desc limit 5000) as searched
        where body ilike '%nothing%' order by created_at desc, id desc limit 51`,
    ],
    [
      'deliveries of a time to send again',
      'webhook_deliveries_created',
      () => sql`select * from webhook_deliveries where organization_id = ${tenant.organizationId}
        and webhook_id = ${webhookId} and event_id is null and created_at >= '2027-01-01T00:00:00Z'
        and (created_at, id) > ('2027-01-01T00:00:00Z', 'del_5') order by created_at, id limit 501 for no key update`,
    ],
    [
      'deliveries of a time that stand so',
      'webhook_deliveries_status_created',
      () => sql`select * from webhook_deliveries where organization_id = ${tenant.organizationId}
        and webhook_id = ${webhookId} and event_id is null and status = 'failed'
        and created_at >= '2027-01-01T00:00:00Z' order by created_at, id limit 501 for no key update`,
    ],
    [
      'the number of deliveries of a time',
      'webhook_deliveries_created',
      () => sql`select count(*) from (select id from webhook_deliveries where organization_id = ${tenant.organizationId}
        and webhook_id = ${webhookId} and event_id is null and created_at >= '2027-01-01T00:00:00Z'
        order by created_at, id limit 10001) as found`,
    ],
  ])('of %s walks along %s and sorts nothing', async (_list, index, statement) => {
    const plan = await planOf(statement());
    expect(plan).toContain(`using ${index}`);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
  });
});

describe('a page of envelopes', () => {
  it.each([
    ['created', 'envelopes_created'],
    ['sent', 'envelopes_status_sent'],
    ['completed', 'envelopes_status_completed'],
    ['activity', 'envelopes_status_activity'],
    ['name', 'envelopes_status_name'],
    ['urgency', 'envelopes_urgency'],
  ] as const)(
    'sorted by %s walks along %s and sorts nothing, though most are those of others',
    async (sort, index) => {
      const plans = await plansOf({ sort });
      expect(plans[0]).toContain(`using ${index}`);
      expect(plans[0]).not.toMatch(/Sort +\(|Bitmap|Seq Scan/);
    },
  );
});

describe('a filter by a value that no envelope has', () => {
  it.each([
    [{ metadata: [{ key: 'crmId', value: '4711' }] }, 'envelope_metadata_pair'],
    [{ sender: 'nobody@example.com' }, 'envelopes_sender_email'],
    [{ sender: 'user_nobody' }, 'envelopes_sender'],
  ] as const)('%j is looked up by %s', async (filter, index) => {
    const plans = await plansOf({ ...filter, sort: 'activity' });
    expect(plans.some((plan) => plan.includes(`using ${index} `))).toBe(true);
    expect(plans.join('\n')).not.toMatch(/Seq Scan/);
  });
});

/**
 * Returns the plans of the queries that find a page of the organization's envelopes, made in the transaction
 * that shapes them.
 */
async function plansOf(filter: Partial<ListFilter>): Promise<string[]> {
  const { organizationId } = tenant;
  const plans: string[] = [];
  const explain = (tx: Transaction) => {
    // One after another: settings for the planner must come before the queries.
    let last: Promise<unknown> = Promise.resolve();
    const explained = async (query: SQL) => {
      const rows = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      if (plan.includes('envelopes')) plans.push(plan);
      return await tx.execute(query);
    };
    const explaining = new Proxy(tx, {
      get(target, name) {
        if (name !== 'execute') return Reflect.get(target, name) as unknown;
        return (query: SQL) => (last = last.then(() => explained(query)));
      },
    });
    const whole = { ...EVERYTHING, ...filter };
    return listEnvelopes(explaining, organizationId, whole, { after: null, limit: 50, now: new Date() });
  };
  await listTransaction(api.services.db, { organizationId }, explain, ALONG_INDEXES);
  return plans;
}

it('a part of a template’s name is looked up in the index of grams', async () => {
  const [function_] = await owner.sql<{ body: string }[]>`
    select prosrc as body from pg_proc where proname = 'matching_templates'`;
  const body = (function_?.body ?? '').replaceAll('$1', `'c4ca42'`);
  const plan = (await owner.sql.unsafe(`set enable_seqscan = off; explain ${body}`)).at(-1);
  expect(JSON.stringify(plan)).toContain('template_search_entries_grams');
  const { json } = await api.call('GET', '/api/v1/templates?q=C4CA42', { key: tenant.apiKey });
  expect(json.items.map(({ id }: { id: string }) => id)).toEqual(['tpl_1']);
  const short = await api.call('GET', '/api/v1/templates?q=a&limit=2', { key: tenant.apiKey });
  expect(short.json.items).toHaveLength(2);
});
