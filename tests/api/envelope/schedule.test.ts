import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later } from '../../support/moments.ts';
import { expectGraph } from '../../support/shapes.ts';
import { actionsOf, eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();
const send = (key: string, id: string, expectedVersion: number, sendAt?: string) =>
  api.ask('POST /api/v1/envelopes/{id}/send', {
    key,
    path: { id },
    body: { expectedVersion, ...(sendAt === undefined ? {} : { sendAt }) },
  });

async function drafted(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const draft = (await createDraft(api, key, extra)).json;
  return { key, organizationId, draft, id: draft.envelope.id as string };
}

describe('200', () => {
  it('keeps the draft and notes when it will be sent', async () => {
    const { key, draft, id } = await drafted();
    const sendAt = later(api, DAY_MS);
    const answer = await send(key, id, 1, sendAt);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({
      status: 'draft',
      version: 2,
      scheduledSendAt: sendAt,
      sentAt: null,
    });
    expect(answer.json.participants).toEqual(draft.participants);
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.scheduled',
      payload: { sendAt },
    });
    expect(await jobsOf(api, id)).toEqual([]);
  });

  it('allows changes to the draft and to the time', async () => {
    const { key, id } = await drafted();
    const sendAt = later(api, DAY_MS);
    await send(key, id, 1, sendAt);
    const body = { displayName: 'Changed', expectedVersion: 2 };
    const changed = await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body });
    expect(changed.json.envelope).toMatchObject({
      displayName: 'Changed',
      scheduledSendAt: sendAt,
      version: 3,
    });
    const again = await send(key, id, 3, later(api, 2 * DAY_MS));
    expect(again.json.envelope).toMatchObject({ scheduledSendAt: later(api, 2 * DAY_MS), version: 4 });
  });

  it('is cleared by sending now', async () => {
    const { key, id } = await drafted();
    await send(key, id, 1, later(api, DAY_MS));
    expect((await send(key, id, 2)).json.envelope).toMatchObject({
      status: 'in_progress',
      version: 4,
      scheduledSendAt: null,
    });
  });

  it('is cleared by a void, and by a deletion', async () => {
    const { key, id } = await drafted();
    await send(key, id, 1, later(api, DAY_MS));
    const voided = await api.ask('POST /api/v1/envelopes/{id}/void', {
      key,
      path: { id },
      body: { expectedVersion: 2 },
    });
    expect(voided.json.envelope).toMatchObject({ status: 'voided', scheduledSendAt: null });
    const other = (await createDraft(api, key)).json.envelope.id;
    await send(key, other, 1, later(api, DAY_MS));
    expect((await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id: other } })).status).toBe(204);
    expectError(await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: other } }), 'not_found');
  });
});

describe('409', () => {
  it('to another version', async () => {
    const { key, id } = await drafted();
    expectError(await send(key, id, 2, later(api, DAY_MS)), 'version_conflict', { currentVersion: 1 });
  });

  it('for one that has been sent', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key);
    expectInvalidState(await send(key, envelope.id, 3, later(api, DAY_MS)), 'in_progress');
  });

  it('while the document is missing', async () => {
    const { apiKey: key } = await api.tenant();
    const body = { originalFilename: 'Later.pdf' };
    const { envelope } = (await api.ask('POST /api/v1/envelopes', { key, body })).json;
    expectInvalidState(await send(key, envelope.id, 1, later(api, DAY_MS)), 'draft', 'document_missing');
  });

  it('for all but one of ten concurrent calls', async () => {
    const { key, id } = await drafted();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(key, id, 1, later(api, (i + 1) * HOUR_MS))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await actionsOf(api, key, id)).toEqual(['envelope.created', 'envelope.scheduled']);
  });
});

describe('422', () => {
  it('for a time that is not in the future or invalid', async () => {
    const { key, id } = await drafted();
    for (const sendAt of [later(api, 0), later(api, -HOUR_MS), 'soon', '2030-01-01', null]) {
      const body = { expectedVersion: 1, sendAt };
      expectIssues(await api.call('POST', `/api/v1/envelopes/${id}/send`, { key, body }), ['/sendAt']);
    }
    expect(await actionsOf(api, key, id)).toEqual(['envelope.created']);
  });

  it('for a time at or after the expiry', async () => {
    const { key, id } = await drafted({ policy: { expiresAt: later(api, DAY_MS) } });
    for (const sendAt of [later(api, DAY_MS), later(api, 2 * DAY_MS)])
      expectIssues(await send(key, id, 1, sendAt), ['/sendAt']);
    expect((await send(key, id, 1, later(api, DAY_MS - 1))).status).toBe(200);
  });

  it('for a draft that is not ready', async () => {
    const { key, id } = await drafted({ participants: [], fields: [] });
    expectIssues(await send(key, id, 1, later(api, DAY_MS)), ['/participants']);
  });
});
