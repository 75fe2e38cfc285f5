import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { openSession, requestSession, sentForSession } from '../../support/sessions.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi();

async function handed(participant: 'alice' | 'bob' = 'alice', role: 'member' | 'viewer' = 'member') {
  const sent = await sentForSession(api, { delivery: 'in_person' });
  const cookie = await sessionOf(api, sent.organizationId, role);
  const input = { id: sent.id, participantId: sent[participant] };
  return {
    sent,
    cookie,
    answer: await callDashboard(api, 'mutation', 'envelope.handOver', { cookie, input }),
  };
}
const isSignedIn = async (cookie: string) =>
  (await callDashboard(api, 'query', 'envelope.list', { cookie })).status === 200;

describe('handing over the device', () => {
  it('opens the document and ends the session of the browser, on the server as well', async () => {
    const { sent, cookie, answer } = await handed();
    const { url } = answer.json.result.data;
    expect(answer.headers.get('set-cookie')).toMatch(/^countersign_session=; .*Expires=Thu, 01 Jan 1970/);
    expect(await isSignedIn(cookie)).toBe(false);
    const opened = await openSession(api, new URL(url).hash.replace('#token=', ''));
    expect(opened.json).toMatchObject({
      delivery: 'in_person',
      returnUrl: `http://localhost:3000/envelopes/${sent.id}`,
    });
    expect((await eventsOf(api, sent.key, sent.id)).at(-1)?.payload).toMatchObject({ host: 'Rita member' });
  });

  it('signs nobody out for a participant whose turn it is not, or without the right to send', async () => {
    const early = await handed('bob');
    expect(refusalIn(early.answer)).toMatchObject({ code: 'invalid_state' });
    expect(await isSignedIn(early.cookie)).toBe(true);
    const viewer = await handed('alice', 'viewer');
    expect(refusalIn(viewer.answer)?.code).toBe('forbidden');
    expect(await isSignedIn(viewer.cookie)).toBe(true);
  });

  it('takes over from an earlier session of the participant', async () => {
    const { sent } = await handed();
    const later = await requestSession(api, sent, { returnUrl: 'http://localhost:3000/envelopes' });
    expect(later.status).toBe(201);
  });
});
