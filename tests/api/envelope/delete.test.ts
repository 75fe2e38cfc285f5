import { describe, expect, it } from 'vitest';
import { readEvents } from '#server/db/envelopes.ts';
import { within } from '#server/db/transaction.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { refusesOtherEnvelopes, refusesStrangers } from '../../support/developer-operation.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';

const api = useApi();
const operation = {
  method: 'DELETE',
  path: (id: string) => `/api/v1/envelopes/${id}`,
  allow: 'GET, HEAD, DELETE',
} as const;
const remove = (key: string, id: string) => api.call('DELETE', `/api/v1/envelopes/${id}`, { key });

describe('204', () => {
  it('deletes a draft: it is found nowhere any more, and its log stays', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answer = await remove(key, envelope.id);
    expect([answer.status, answer.bytes.length]).toEqual([204, 0]);

    for (const path of ['', '/events', '/document', '/extract', '/evidence']) {
      expectError(await api.call('GET', `/api/v1/envelopes/${envelope.id}${path}`, { key }), 'not_found');
    }
    const send = { key, body: { expectedVersion: 2 } };
    expectError(await api.call('POST', `/api/v1/envelopes/${envelope.id}/send`, send), 'not_found');
    expect((await api.call('GET', '/api/v1/envelopes', { key })).json.items).toEqual([]);
    const rows = await within(api.world.db, { organizationId }, (tx) =>
      tx.execute<{ action: string }>('select action from events order by seq'),
    );
    expect(rows.map(({ action }) => action)).toEqual(['envelope.created', 'envelope.deleted']);
    expect(
      await within(api.world.db, { organizationId }, (tx) => readEvents(tx, organizationId, envelope.id)),
    ).toBeNull();
  });

  it('answers a second time that there is nothing', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    await remove(key, envelope.id);
    expectError(await remove(key, envelope.id), 'not_found');
  });
});

describe('409', () => {
  it('keeps what was sent', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key);
    expectInvalidState(await remove(key, envelope.id), 'in_progress');
    expect((await api.call('GET', `/api/v1/envelopes/${envelope.id}`, { key })).status).toBe(200);
  });
});

refusesStrangers(api, operation);
refusesOtherEnvelopes(api, operation);
