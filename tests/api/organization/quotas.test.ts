import { describe, expect, it } from 'vitest';
import { mutate, query } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, pass } from '../../support/moments.ts';
import { useOwner } from '../../support/owner.ts';
import { sessionOf } from '../../support/session.ts';

const api = useApi({
  env: {
    QUOTA_EMAILS_PER_DAY: '3',
    QUOTA_RESENDS_PER_DAY: '2',
    QUOTA_UPLOADS_PER_DAY: '6',
    QUOTA_STORAGE_MB: '1',
    QUOTA_API_KEYS: '3',
    RATE_LIMIT_ORGANIZATION: '40',
  },
});

const owner = useOwner(api);

type Answer = Pick<Awaited<ReturnType<typeof api.call>>, 'status' | 'headers' | 'json'>;
const send = (key: string, { id, version }: { id: string; version: number }) =>
  api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body: { expectedVersion: version } });
const draft = async (key: string) => (await createDraft(api, key)).json.envelope;

function expectQuota(answer: Answer, quota: string, limit: number): void {
  expect([answer.status, answer.json.code, answer.json.details]).toMatchObject([
    429,
    'rate_limited',
    { quota, limit },
  ]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('emails a day', () => {
  it('are refused beyond the quota, leave the draft as it was, and start over the next day', async () => {
    const { apiKey } = await api.tenant();
    for (let sent = 0; sent < 3; sent += 1) await sendDraft(api, apiKey);
    const late = await draft(apiKey);
    expectQuota(await send(apiKey, late), 'emails', 3);
    const kept = await api.call('GET', `/api/v1/envelopes/${late.id}`, { key: apiKey });
    expect(kept.json.envelope).toMatchObject({ version: late.version, sentAt: null });
    pass(api, DAY_MS);
    expect((await send(apiKey, late)).status).toBe(200);
  });

  it('go to only one of two that are sent at the same moment', async () => {
    const { apiKey, organizationId } = await api.tenant();
    for (let sent = 0; sent < 2; sent += 1) await sendDraft(api, apiKey);
    const drafts = await Promise.all([draft(apiKey), draft(apiKey), draft(apiKey)]);
    const answers = await Promise.all(drafts.map((one) => send(apiKey, one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    const cookie = await sessionOf(api, organizationId);
    const { items } = await query(api, cookie, 'organization.quotas');
    expect(items).toContainEqual({ name: 'emails', per: 'day', used: 3, limit: 3 });
  });
});

it('repeats to one address are refused beyond the quota', async () => {
  const { apiKey } = await api.tenant();
  const { envelope, participants } = await sendDraft(api, apiKey);
  const resend = (version: number) =>
    api.call('POST', `/api/v1/envelopes/${envelope.id}/participants/${participants[0].id}/resend-link`, {
      key: apiKey,
      body: { expectedVersion: version },
    });
  const first = await resend(envelope.version);
  expect(first.status).toBe(200);
  const second = await resend(first.json.envelope.version);
  expect(second.status).toBe(200);
  expectQuota(await resend(second.json.envelope.version), 'resends', 2);
});

it('uploads are refused beyond the quota', async () => {
  const { apiKey } = await api.tenant();
  for (let uploaded = 0; uploaded < 6; uploaded += 1) await draft(apiKey);
  expectQuota(await createDraft(api, apiKey), 'uploads', 6);
});

it('API keys are refused beyond the quota, also at the same moment, until one is revoked', async () => {
  const { organizationId } = await api.tenant();
  const cookie = await sessionOf(api, organizationId);
  const create = () => mutate(api, cookie, 'apiKey.create', { name: 'Program' });
  const made = await Promise.all([create(), create(), create(), create()]);
  const refused = made.filter((one) => one === 'validation_failed');
  // The organization started with one.
  expect(refused).toHaveLength(2);
  const { apiKey } = made.find((one) => one !== 'validation_failed');
  expect(await create()).toBe('validation_failed');
  await mutate(api, cookie, 'apiKey.revoke', { id: apiKey.id });
  expect(await create()).toHaveProperty('secret');
});

it('requests are limited by organization besides by key', async () => {
  const { organizationId, apiKey } = await api.tenant();
  const cookie = await sessionOf(api, organizationId);
  const { secret } = await mutate(api, cookie, 'apiKey.create', { name: 'Program' });
  const ping = (key: string) => api.call('GET', '/api/v1/ping', { key });
  const answers = await Promise.all(
    Array.from({ length: 41 }, (_, index) => ping(index % 2 ? apiKey : secret)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  const other = await api.tenant();
  expect((await ping(other.apiKey)).status).toBe(200);
});

describe('storage', () => {
  const bytesOf = async (organizationId: string) => {
    const [row] = await owner.sql<{ kept: string | null; documents: string | null }[]>`
      select (select bytes from organization_storage where organization_id = ${organizationId}) as kept,
        (select sum(d.size_bytes) from documents d join envelopes e on e.id = d.envelope_id
          where d.organization_id = ${organizationId} and e.deleted_at is null) as documents`;
    return { kept: Number(row?.kept ?? 0), documents: Number(row?.documents ?? 0) };
  };

  it('is counted with each file, and given back with each draft', async () => {
    const { apiKey, organizationId } = await api.tenant();
    const { id } = await draft(apiKey);
    await draft(apiKey);
    const both = await bytesOf(organizationId);
    expect(both.documents).toBeGreaterThan(0);
    expect(both.kept).toBe(both.documents);
    expect((await api.call('DELETE', `/api/v1/envelopes/${id}`, { key: apiKey })).status).toBe(204);
    const one = await bytesOf(organizationId);
    expect(one.kept).toBe(one.documents);
    expect(one.kept).toBeLessThan(both.kept);
  });

  it('is refused when it is full, to this organization only', async () => {
    const { apiKey, organizationId } = await api.tenant();
    await draft(apiKey);
    await owner.sql`update organization_storage set bytes = 1000000 where organization_id = ${organizationId}`;
    expectQuota(await createDraft(api, apiKey), 'storage', 1);
    const { items } = await query(api, await sessionOf(api, organizationId), 'organization.quotas');
    expect(items).toContainEqual({ name: 'storage', per: 'total', used: 1, limit: 1 });
    expect((await createDraft(api, (await api.tenant()).apiKey)).status).toBe(201);
  });
});
