import { describe, expect, it } from 'vitest';
import { sweep } from '#server/jobs/sweep.ts';
import { expectError, expectIssues } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { callKeyed, KEYED_OPERATIONS } from '../support/keyed-operations.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../support/moments.ts';
import { useOwner } from '../support/owner.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { actionsOf, countRows } from '../support/traces.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);
const REPLAYED = 'idempotency-replayed';

/** What an organization has: rows of each kind, and requested jobs. */
async function holdings(organizationId: string): Promise<Record<string, number>> {
  const jobs = await owner.sql`select from pgboss.job where data->>'organizationId' = ${organizationId}`;
  return { ...(await countRows(api, organizationId)), jobs: jobs.length };
}
type StoredCall = { readonly path: string; readonly body: Record<string, unknown> };
const keysHeld = async (organizationId: string) =>
  (await owner.sql`select from idempotency_keys where organization_id = ${organizationId}`).length;
const graphOf = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;

describe.each(Object.entries(KEYED_OPERATIONS))('%s', (_name, { prepare, replays, status }) => {
  const ready = async () => {
    const { apiKey, organizationId } = await api.tenant();
    const call = await prepare(api, apiKey);
    return {
      apiKey,
      organizationId,
      call,
      make: (key: string, body = call.body) => callKeyed(api, apiKey, { ...call, body }, key),
    };
  };

  it('is replayed instead of run again', async () => {
    const { apiKey, organizationId, make } = await ready();
    const first = await make('k-1');
    expect(first.status).toBe(status);
    expect(first.headers.get(REPLAYED)).toBeNull();
    const before = await holdings(organizationId);
    pass(api, HOUR_MS);
    for (let i = 0; i < 3; i++) {
      const again = await make('k-1');
      expect(again.status).toBe(status);
      expect(again.headers.get(REPLAYED)).toBe('true');
      expect(again.json).toEqual(first.json);
      if (replays === 'stored') expect(again.bytes.toString()).toBe(first.bytes.toString());
    }
    expect(await holdings(organizationId)).toEqual(before);
    expect(await graphOf(apiKey, first.json.envelope.id)).toMatchObject({ envelope: first.json.envelope });
  });

  it(`is replayed with the ${replays} body after the envelope has changed`, async () => {
    const { apiKey, organizationId, make } = await ready();
    const first = await make('k-1');
    const { id, version, status: lifecycle } = first.json.envelope;
    // A voided envelope can't change anymore. Any other can be voided.
    if (lifecycle !== 'voided')
      await api.ask('POST /api/v1/envelopes/{id}/void', {
        key: apiKey,
        path: { id },
        body: { expectedVersion: version },
      });
    const before = await holdings(organizationId);
    const again = await make('k-1');
    expect(again.status).toBe(status);
    expect(again.headers.get(REPLAYED)).toBe('true');
    expect(again.json).toEqual(replays === 'stored' ? first.json : await graphOf(apiKey, id));
    if (replays === 'current') expect(again.json.envelope.status).toBe('voided');
    expect(await holdings(organizationId)).toEqual(before);
  });

  it('runs once for ten concurrent requests with one key', async () => {
    const { organizationId, call, apiKey, make } = await ready();
    const before = await holdings(organizationId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => make('race')));
    const executed = answers.filter((one) => one.status === status && !one.headers.has(REPLAYED));
    expect(executed).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === status) expect(answer.json).toEqual(executed[0]?.json);
      else expectError(answer, 'idempotency_in_flight');
    }
    const after = await holdings(organizationId);
    if (call.envelopeId === null) expect(after['envelopes']).toBe((before['envelopes'] ?? 0) + 1);
    else {
      const graph = await graphOf(apiKey, call.envelopeId);
      expect(graph).toEqual(executed[0]?.json);
      expect((await actionsOf(api, apiKey, call.envelopeId)).length).toBe(graph.envelope.version);
    }
    const settled = await make('race');
    expect(settled.headers.get(REPLAYED)).toBe('true');
    expect(await holdings(organizationId)).toEqual(after);
  });

  it('is refused if its key was used for another body', async () => {
    const { apiKey, organizationId, call, make } = await ready();
    const first = await make('k-1');
    const before = await holdings(organizationId);
    const other = { ...call, path: call.otherPath ?? call.path, body: call.otherBody };
    expectError(await callKeyed(api, apiKey, other, 'k-1'), 'idempotency_key_reused');
    expect(await holdings(organizationId)).toEqual(before);
    expect((await make('k-1')).json).toEqual(first.json);
  });

  it('recognizes the same request in any formatting', async () => {
    const { call, apiKey, make } = await ready();
    await make('k-1');
    const { path, method } = call;
    const reversed = JSON.stringify(Object.fromEntries(Object.entries(call.body).reverse()), null, 2);
    const again = await api.call(method, path, {
      key: apiKey,
      body: reversed,
      headers: { 'idempotency-key': 'k-1' },
    });
    expect([again.status, again.headers.get(REPLAYED)]).toEqual([status, 'true']);
  });

  it("is a different request with someone else's API key", async () => {
    const { apiKey, organizationId, call, make } = await ready();
    await make('k-1');
    const cookie = await sessionOf(api, organizationId);
    const input = { name: 'Other' };
    const created = await callDashboard(api, 'mutation', 'apiKey.create', { cookie, input });
    const other: string = created.json.result.data.secret;
    const before = await holdings(organizationId);
    expectError(await callKeyed(api, other, call, 'k-1'), 'idempotency_key_reused');
    expect(await holdings(organizationId)).toEqual(before);
    expect((await callKeyed(api, apiKey, call, 'k-1')).headers.get(REPLAYED)).toBe('true');
  });

  it('is a different request in another organization', async () => {
    const [own, other] = [await ready(), await ready()];
    for (const { make } of [own, other]) {
      const answer = await make('shared');
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([status, null]);
    }
  });

  it('is kept for a day', async () => {
    const { organizationId, make } = await ready();
    await make('k-1');
    pass(api, DAY_MS - 1);
    await sweep(api.services);
    expect((await make('k-1')).headers.get(REPLAYED)).toBe('true');
    pass(api, 1);
    expect((await make('k-1')).headers.get(REPLAYED)).toBeNull();
    pass(api, DAY_MS);
    await sweep(api.services);
    expect(await keysHeld(organizationId)).toBe(0);
  });
});

describe('a response stored by an older version', () => {
  it.each([
    [
      'of an envelope',
      (): StoredCall => ({ path: '/api/v1/envelopes', body: { originalFilename: 'A.pdf' } }),
    ],
    [
      'of a template',
      ({ envelope, participants }: any): StoredCall => ({
        path: '/api/v1/templates',
        body: {
          sourceEnvelopeId: envelope.id,
          name: 'A',
          roles: participants.map(({ id }: any) => ({ name: id, participantId: id })),
        },
      }),
    ],
  ])('%s is given as it was stored, whatever answers look like by now', async (_name, callAbout) => {
    const { apiKey } = await api.tenant();
    const call = { method: 'POST', ...callAbout((await createDraft(api, apiKey)).json) } as const;
    expect((await callKeyed(api, apiKey, call, 'old')).status).toBe(201);
    const older = { envelope: { id: 'env_1', status: 'drafted', page: [1] }, template: null, since: 1 };
    await owner.sql`update idempotency_keys set response = ${owner.sql.json({ json: JSON.stringify(older) })}
      where idempotency_key = 'old'`;
    const again = await callKeyed(api, apiKey, call, 'old');
    expect([again.status, again.headers.get(REPLAYED)]).toEqual([201, 'true']);
    expect(again.json).toEqual(older);
  });
});

describe('a key', () => {
  it('is separate for each operation', async () => {
    const { apiKey: key } = await api.tenant();
    const headers = { 'idempotency-key': 'one' };
    const { id } = (await createDraft(api, key)).json.envelope;
    const post = (verb: string, expectedVersion: number) =>
      api.call('POST', `/api/v1/envelopes/${id}/${verb}`, { key, headers, body: { expectedVersion } });
    for (const [verb, version] of [
      ['send', 1],
      ['remind', 3],
      ['void', 4],
    ] as const) {
      const answer = await post(verb, version);
      expect([answer.status, answer.headers.get(REPLAYED)]).toEqual([200, null]);
    }
  });

  it('belongs to one envelope', async () => {
    const { apiKey: key } = await api.tenant();
    const headers = { 'idempotency-key': 'one' };
    const [first, second] = [await createDraft(api, key), await createDraft(api, key)];
    const send = (id: string) =>
      api.ask('POST /api/v1/envelopes/{id}/send', {
        key,
        path: { id },
        body: { expectedVersion: 1 },
        headers,
      });
    expect((await send(first.json.envelope.id)).status).toBe(200);
    expectError(await send(second.json.envelope.id), 'idempotency_key_reused');
  });

  it('is the same with and without quotes', async () => {
    const { apiKey: key } = await api.tenant();
    const call = { method: 'POST', path: '/api/v1/envelopes', body: { originalFilename: 'A.pdf' } } as const;
    const first = await callKeyed(api, key, call, '"8e03978e"');
    const again = await callKeyed(api, key, call, '8e03978e');
    expect(again.json).toEqual(first.json);
    expect(again.headers.get(REPLAYED)).toBe('true');
  });

  it.each([
    ['one character', 'x'],
    ['255 characters', 'k'.repeat(255)],
    ['255 characters in quotes', `"${'k'.repeat(255)}"`],
    ['spaces and punctuation', 'a b, c; "d" \\ ~'],
  ])('of %s is taken', async (_name, idempotencyKey) => {
    const { apiKey: key } = await api.tenant();
    const call = { method: 'POST', path: '/api/v1/envelopes', body: { originalFilename: 'A.pdf' } } as const;
    expect((await callKeyed(api, key, call, idempotencyKey)).status).toBe(201);
    expect((await callKeyed(api, key, call, idempotencyKey)).headers.get(REPLAYED)).toBe('true');
  });

  it.each([
    ['no characters', ''],
    ['no characters in quotes', '""'],
    ['256 characters', 'k'.repeat(256)],
    ['a tab', 'a\tb'],
    ['letters beyond ASCII', 'schlüssel'],
    ['a control character', 'a\u007fb'],
  ])('of %s is refused, and nothing happens', async (_name, idempotencyKey) => {
    const { apiKey: key, organizationId } = await api.tenant();
    const call = { method: 'POST', path: '/api/v1/envelopes', body: { originalFilename: 'A.pdf' } } as const;
    expectIssues(await callKeyed(api, key, call, idempotencyKey), ['/Idempotency-Key']);
    expect(await countRows(api, organizationId)).toMatchObject({ envelopes: 0 });
  });

  it('is ignored by operations that do not take one', async () => {
    const { apiKey: key } = await api.tenant();
    const headers = { 'idempotency-key': 'k'.repeat(300) };
    expect((await api.ask('GET /api/v1/envelopes', { key, headers })).status).toBe(200);
  });

  it('replays a scheduled send even after its time has passed', async () => {
    const { apiKey: key } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    const body = { expectedVersion: 1, sendAt: later(api, HOUR_MS) };
    const call = { method: 'POST', path: `/api/v1/envelopes/${id}/send`, body } as const;
    expect((await callKeyed(api, key, call, 'plan')).status).toBe(200);
    pass(api, 2 * HOUR_MS);
    const again = await callKeyed(api, key, call, 'plan');
    expect([again.status, again.headers.get(REPLAYED)]).toEqual([200, 'true']);
  });

  it('returns not found once its draft was deleted', async () => {
    const { apiKey: key } = await api.tenant();
    const { id } = (await createDraft(api, key)).json.envelope;
    const call = {
      method: 'PUT',
      path: `/api/v1/envelopes/${id}/draft`,
      body: { displayName: 'X' },
    } as const;
    expect((await callKeyed(api, key, call, 'd')).status).toBe(200);
    await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id } });
    expectError(await callKeyed(api, key, call, 'd'), 'not_found');
  });
});
