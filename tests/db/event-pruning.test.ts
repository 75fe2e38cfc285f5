import { beforeAll, expect, it } from 'vitest';
import { eraseByRetention } from '#server/jobs/erase-by-retention.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { mutate, query } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { notedScans, notePlans, renewConnections } from '../support/plans.ts';
import { sessionOf } from '../support/session.ts';
import { signAs } from '../support/signer.ts';

const api = useApi({ work: true, alone: true });
const owner = useOwner(api);

/** Queries about all envelopes of an organization, which therefore visit each partition once. */
const OF_THE_FEED = [
  // Finding events without a position: two statements of place_events.
  /EXISTS \(SELECT FROM events WHERE organization_id = organization AND position IS NULL\)/,
  /^WITH oldest AS/,
  // The page of the feed.
  /from events v\s+where v\.organization_id = \$1 and v\.position > \$2\s+order by v\.position limit/,
];

beforeAll(async () => {
  for (let months = 1; months <= 30; months += 1)
    await owner.sql`select make_event_partition((date '2027-03-01' - make_interval(months => ${months}))::date)`;
  await owner.sql`select make_event_partition('2027-03-01')`;
  await notePlans(owner.sql, { executed: true });
  await renewConnections(api);
});

it('of an envelope’s life, its export and its erasure, every statement but the feed’s reads one partition of events', async () => {
  const { apiKey: key, organizationId } = await api.tenant();
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await api.call(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.json)}`).toBeLessThan(300);
    return answer.json;
  };
  const webhook = await call('POST', '/webhooks', { url: 'https://hooks.example.com/', description: 'All' });
  const ids: string[] = [];
  // After several executions, prepared statements get a generic plan.
  for (let count = 0; count < 8; count += 1) {
    const sent = await sendDraft(api, key);
    ids.push(sent.envelope.id as string);
    await signAs(api, sent, ALICE);
    await signAs(api, sent, BOB);
    for (const path of [
      `/envelopes/${sent.envelope.id}/events`,
      '/events?limit=5',
      '/envelopes?sort=activity',
      `/webhooks/${webhook.id}/deliveries?search=${sent.envelope.id}`,
    ])
      await call('GET', path);
  }
  for (const id of ids)
    await api.until('the seal', async () => {
      const path = `/api/v1/envelopes/${id}/document?variant=sealed`;
      return (await api.call('GET', path, { key })).status === 200;
    });
  await openLogKeeper(api.services).round({ all: true });
  await call('GET', `/envelopes/${ids[0]}/evidence`);
  let cookie = await sessionOf(api, organizationId, 'owner');
  await mutate(api, cookie, 'export.start', {});
  await api.until('the export', async () =>
    (await query(api, cookie, 'export.list')).items.every(
      (item: { finishedAt: string | null }) => item.finishedAt,
    ),
  );
  await mutate(api, cookie, 'retention.change', { years: 1 });
  api.clock.now = new Date(api.clock.now.getTime() + 400 * 86_400_000);
  await eraseByRetention(api.services);
  cookie = await sessionOf(api, organizationId, 'owner');
  expect((await query(api, cookie, 'retention.get')).erasures).toHaveLength(ids.length);

  // Other tests on the same server only planned theirs.
  const executed = (await notedScans(owner.sql)).filter(
    ({ relation, loops }) => relation.startsWith('events') && loops !== undefined,
  );
  const wide = new Set<string>();
  for (const scans of Map.groupBy(executed, ({ plan }) => plan).values()) {
    const read = new Set(scans.flatMap(({ relation, loops }) => (loops === 0 ? [] : [relation])));
    if (read.size > 1) wide.add(scans[0]?.statement ?? '');
  }
  expect([...wide].filter((statement) => !OF_THE_FEED.some((pattern) => pattern.test(statement)))).toEqual(
    [],
  );
  for (const pattern of OF_THE_FEED)
    expect(
      [...wide].some((statement) => pattern.test(statement)),
      String(pattern),
    ).toBe(true);
  expect(new Set(executed.map(({ statement }) => statement)).size).toBeGreaterThan(10);
});
