import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { HOUR_MS, later } from '../../support/moments.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();

async function planned(role: 'owner' | 'viewer' = 'owner') {
  const { apiKey: key, organizationId } = await api.tenant();
  const id = (await createDraft(api, key)).json.envelope.id as string;
  const body = { expectedVersion: 1, sendAt: later(api, HOUR_MS) };
  expect((await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body })).status).toBe(200);
  const cookie = await sessionOf(api, organizationId, role);
  const cancel = (input: unknown, as: { cookie?: string } = { cookie }) =>
    callDashboard(api, 'mutation', 'envelope.unschedule', { ...as, input });
  return { key, id, cancel };
}

describe('canceling a scheduled sending', () => {
  it('200: clears the time once, and logs it', async () => {
    const { key, id, cancel } = await planned();
    const answer = await cancel({ id, expectedVersion: 2 });
    expect(answer.status).toBe(200);
    expect(answer.json.result.data.envelope).toMatchObject({
      status: 'draft',
      version: 3,
      scheduledSendAt: null,
    });
    const again = await cancel({ id, expectedVersion: 3 });
    expect(again.json.result.data.envelope.version).toBe(3);
    expect((await actionsOf(api, key, id)).at(-1)).toBe('envelope.schedule_canceled');
  });

  it('401 without a session, 403 for viewers, 404 for another organization', async () => {
    const { id, cancel } = await planned('viewer');
    const input = { id, expectedVersion: 2 };
    expect(refusalIn(await cancel(input, {}))).toMatchObject({ code: 'unauthorized' });
    expect(refusalIn(await cancel(input))).toMatchObject({ code: 'forbidden' });
    const stranger = await planned();
    expect(refusalIn(await stranger.cancel(input))).toMatchObject({ code: 'not_found' });
  });

  it('409 for an outdated version and once sent, 422 for unknown properties', async () => {
    const { id, cancel, key } = await planned();
    expect(refusalIn(await cancel({ id, expectedVersion: 1 }))).toMatchObject({
      code: 'version_conflict',
      details: { currentVersion: 2 },
    });
    expect(refusalIn(await cancel({ id, expectedVersion: 2, surprise: 1 }))).toMatchObject({
      code: 'validation_failed',
    });
    expect(await actionsOf(api, key, id)).toHaveLength(2);
    const sent = await sendDraft(api, key);
    const { version } = sent.envelope;
    expect(refusalIn(await cancel({ id: sent.envelope.id, expectedVersion: version }))).toMatchObject({
      code: 'invalid_state',
    });
  });
});
