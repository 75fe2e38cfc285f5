import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, createDraft, mailTo, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, HOUR_MS, later, pass } from '../../support/moments.ts';
import { expectGraph } from '../../support/shapes.ts';
import { actionsOf, eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const path = (id: string) => `/api/v1/envelopes/${id}/expiry`;
const extend = (key: string, id: string, expectedVersion: number, expiresAt: string | null) =>
  api.ask('PUT /api/v1/envelopes/{id}/expiry', { key, path: { id }, body: { expectedVersion, expiresAt } });

async function sent(expiresAt: string | null = later(api, 9 * DAY_MS)) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = await sendDraft(api, key, { policy: { expiresAt } });
  return { key, organizationId, graph, id: graph.envelope.id as string };
}

describe('200', () => {
  it('sets a later date and emails the current signer a link valid until then', async () => {
    const { key, organizationId, graph, id } = await sent();
    const first = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked');
    const expiresAt = later(api, 20 * DAY_MS);
    const answer = await extend(key, id, 3, expiresAt);
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({ expiresAt, version: 4, status: 'in_progress' });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.expiry_extended',
      payload: { expiresAt },
    });
    const participantId = graph.participants[0].id;
    const data = { organizationId, envelopeId: id, participantId };
    expect(await jobsOf(api, id)).toContainEqual({ name: 'svc/envelope.expiry_extended', data });

    const { token } = await mailTo(api, organizationId, ALICE.email, 'Your new link');
    const keys = api.services.config.secretKeys;
    expect(readSignerToken(token, keys)?.exp).toBe(Math.floor(Date.parse(expiresAt) / 1000));
    expect(answer.bytes.toString()).not.toContain(token);
    pass(api, 10 * DAY_MS);
    const old = await api.ask('GET /api/signer/envelope', { key: first.token });
    expectError(old, 'unauthorized', { reason: 'link_expired' });
    expect((await api.ask('GET /api/signer/envelope', { key: token })).status).toBe(200);
  });

  it('removes the date with null, with a link valid for thirty days', async () => {
    const { key, organizationId, id } = await sent();
    expect((await extend(key, id, 3, null)).json.envelope.expiresAt).toBeNull();
    const { token } = await mailTo(api, organizationId, ALICE.email, 'Your new link');
    expect(readSignerToken(token, api.services.config.secretKeys)?.exp).toBe(
      Math.floor((api.clock.now.getTime() + LIMITS.signerTokenLifeMs) / 1000),
    );
  });

  it('accepts any offset, and does nothing if the date stays the same', async () => {
    const { key, id } = await sent('2030-01-01T00:00:00Z');
    const same = await extend(key, id, 3, '2030-01-01T01:00:00+01:00');
    expect(same.json.envelope).toMatchObject({ version: 3, expiresAt: '2030-01-01T00:00:00.000Z' });
    expect(await actionsOf(api, key, id)).toHaveLength(3);
  });
});

describe('409', () => {
  it('for an outdated version, with the current one', async () => {
    const { key, id } = await sent();
    expectError(await extend(key, id, 2, later(api, DAY_MS)), 'version_conflict', { currentVersion: 3 });
  });

  it('for a draft, and for one that has ended', async () => {
    const { key, id } = await sent();
    const { envelope } = (await createDraft(api, key)).json;
    expectInvalidState(await extend(key, envelope.id, 1, later(api, DAY_MS)), 'draft');
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body: { expectedVersion: 3 } });
    expectInvalidState(await extend(key, id, 4, later(api, DAY_MS)), 'voided');
  });

  it('after expiry, even before a job has run', async () => {
    const { key, id } = await sent(later(api, HOUR_MS));
    pass(api, HOUR_MS);
    expectInvalidState(await extend(key, id, 3, later(api, DAY_MS)), 'in_progress', 'expired');
  });
});

describe('422', () => {
  it('for a date that has passed', async () => {
    const { key, id } = await sent();
    for (const expiresAt of [later(api, 0), later(api, -1), '1970-01-01T00:00:00Z'])
      expectIssues(await extend(key, id, 3, expiresAt), ['/expiresAt']);
  });

  it.each([['tomorrow'], ['2030-01-01'], ['2030-01-01T00:00:00'], ['2030-02-30T00:00:00Z'], [4_000_000_000]])(
    'for the invalid time %j',
    async (expiresAt) => {
      const { key, id } = await sent();
      const body = { expectedVersion: 3, expiresAt };
      expectIssues(await api.call('PUT', path(id), { key, body }), ['/expiresAt']);
    },
  );

  it('names whatever is missing', async () => {
    const { key, id } = await sent();
    expectIssues(await api.call('PUT', path(id), { key, body: {} }), ['/expectedVersion', '/expiresAt']);
  });
});
