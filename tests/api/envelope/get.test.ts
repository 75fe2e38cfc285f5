import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { expectGraph } from '../../support/shapes.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();
const path = (id: string) => `/api/v1/envelopes/${id}`;

describe('200', () => {
  it('returns the same as creation, and logs nothing', async () => {
    const { apiKey: key } = await api.tenant();
    const created = (await createDraft(api, key)).json;
    const answer = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: created.envelope.id } });
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json).toEqual(created);
    expect(await actionsOf(api, key, created.envelope.id)).toEqual(['envelope.created']);
  });

  it('returns the same as sending', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    expect(
      (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: sent.envelope.id } })).json,
    ).toEqual(sent);
  });

  it('returns an organization’s envelopes to all of its keys', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const headers = { 'x-api-key': key };
    expect((await api.call('GET', path(envelope.id), { headers })).status).toBe(200);
  });
});
