import { beforeEach, describe, expect, it } from 'vitest';
import { mutate, query } from '../../support/account.ts';
import { expectError } from '../../support/answers.ts';
import { useApi, type Tenant } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { sessionOf } from '../../support/session.ts';

const api = useApi();
const owner = useOwner(api);
let own: Tenant;

beforeEach(async () => {
  own = await api.tenant();
});
const archive = (body: { add?: string[]; remove?: string[] }, key = own.apiKey) =>
  api.ask('POST /api/v1/archive', { key, body });
const list = async (given: object = {}) =>
  (await api.ask('GET /api/v1/envelopes', { key: own.apiKey, query: given })).json.items;
const ids = async (given: object = {}) => (await list(given)).map(({ id }) => id);

async function voided(displayName: string): Promise<string> {
  const { envelope } = await sendDraft(api, own.apiKey, { displayName });
  const path = { id: envelope.id };
  const body = { expectedVersion: envelope.version };
  expect((await api.ask('POST /api/v1/envelopes/{id}/void', { key: own.apiKey, path, body })).status).toBe(
    200,
  );
  return envelope.id;
}

describe('the archive', () => {
  it('takes what has ended out of lists that leave it out, and gives it back', async () => {
    const old = await voided('Old lease');
    const current = await voided('New lease');
    const put = await archive({ add: [old] });
    expect([put.status, put.json.items]).toEqual([
      200,
      [{ envelopeId: old, archivedAt: api.clock.now.toISOString() }],
    ]);
    expect(await ids()).toEqual([current, old]);
    expect(await ids({ archived: 'without' })).toEqual([current]);
    expect(await ids({ archived: 'only' })).toEqual([old]);
    expect(await ids({ archived: 'only', sort: 'name', q: 'lease' })).toEqual([old]);
    expect((await list({ archived: 'only' }))[0]?.archivedAt).toBe(api.clock.now.toISOString());

    expect((await archive({ remove: [old] })).json.items).toEqual([{ envelopeId: old, archivedAt: null }]);
    expect(await ids({ archived: 'only' })).toEqual([]);
    expect(await ids({ archived: 'without' })).toEqual([current, old]);
  });

  it('keeps the time of what is there already, the labels, the version and the log', async () => {
    const id = await voided('Lease');
    const path = { id };
    const label = await api.ask('POST /api/v1/labels', { key: own.apiKey, body: { name: 'Leases' } });
    await api.ask('PUT /api/v1/envelopes/{id}/labels', {
      ...{ key: own.apiKey, path },
      body: { labelIds: [label.json.id] },
    });
    const before = (await list())[0];
    await archive({ add: [id] });
    const first = (await list())[0]?.archivedAt;
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    await archive({ add: [id] });
    expect((await list())[0]).toEqual({ ...before, archivedAt: first });
    expect(await ids({ archived: 'only', labelId: label.json.id })).toEqual([id]);
  });

  it('is for what has ended, and changes nothing if one of them cannot go there', async () => {
    const ended = await voided('Lease');
    const open = (await sendDraft(api, own.apiKey)).envelope.id;
    const draft = (await createDraft(api, own.apiKey)).json.envelope.id;
    for (const [envelopeId, status] of [
      [open, 'in_progress'],
      [draft, 'draft'],
    ] as const)
      expectError(await archive({ add: [ended, envelopeId] }), 'invalid_state', { envelopeId, status });
    expectError(await archive({ add: [ended, 'env_01h455vb4pex5vsknk084sn02q'] }), 'not_found');
    const foreign = (await sendDraft(api, (await api.tenant()).apiKey)).envelope.id;
    expectError(await archive({ add: [foreign] }), 'not_found');
    expect(await ids({ archived: 'only' })).toEqual([]);
    expect((await archive({})).json).toEqual({ items: [] });
    await expect(owner.sql`update envelopes set archived_at = now() where id = ${open}`).rejects.toThrow(
      /envelopes_archived_when_ended/,
    );
  });

  it('is left out of the numbers, like the lists that they open', async () => {
    const cookie = await sessionOf(api, own.organizationId, 'member');
    const id = await voided('Lease');
    const { envelope } = await sendDraft(api, own.apiKey);
    expect(await query(api, cookie, 'envelope.numbers')).toMatchObject({ waiting: 1 });
    await archive({ add: [id] });
    expect(await query(api, cookie, 'envelope.numbers')).toMatchObject({ waiting: 1 });
    expect(await ids({ archived: 'without', view: 'waiting' })).toEqual([envelope.id]);
  });

  it('is not for viewers', async () => {
    const cookie = await sessionOf(api, own.organizationId, 'viewer');
    const id = await voided('Lease');
    expect(await mutate(api, cookie, 'label.archive', { add: [id] })).toBe('forbidden');
  });
});
