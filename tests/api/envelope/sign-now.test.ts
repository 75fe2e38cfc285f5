import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { readUser, verifyEmail } from '#server/db/accounts/users.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { useApi } from '../../support/api.ts';
import { BOB, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { callDashboard, ORIGIN, refusalIn, sessionOf } from '../../support/session.ts';
import { eventsOf } from '../../support/traces.ts';

const withoutMail = useApi();
const withMail = useApi({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sign@example.com' } });
const api = withoutMail;

/**
 * Creates an envelope that its sender signs first by default, and returns a function that calls the
 * dashboard.
 */
async function sent({ second = false, isConfirmed = true, api = withoutMail } = {}) {
  const { apiKey: key, organizationId, userId } = await api.tenant();
  const { services } = api;
  const { token } = await services.sessions.start(
    { userId, organizationId, secondFactor: false },
    {
      ipAddress: null,
      userAgent: null,
    },
  );
  const address = (await readUser(services.db.drizzle, userId))?.email ?? '';
  if (isConfirmed) await verifyEmail(services.db.drizzle, address, services.clock());
  else await services.db.drizzle.execute(sql`update users set email_verified_at = null where id = ${userId}`);
  const me = { name: 'Olga', email: address.toUpperCase() };
  const participants = second ? [BOB, me] : [me, BOB];
  const fields = [0, 1].map((participantIndex) => ({
    ...SIGNATURE,
    ...{ x: 0.1 + participantIndex / 2, participantIndex },
  }));
  const graph = await sendDraft(api, key, { participants, fields });
  const { id } = graph.envelope;
  const owner = `${getCookieName('session', ORIGIN)}=${token}`;
  const signNow = (cookie = owner) =>
    callDashboard(api, 'mutation', 'envelope.signNow', { cookie, input: { id } });
  return { key, organizationId, id, graph, signNow };
}

it('opens the turn of the sender, and the log says that their account was used', async () => {
  const { key, id, graph, signNow } = await sent();
  const answer = await signNow();
  expect(answer.status).toBe(200);
  const { url } = answer.json.result.data as { url: string };
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  expect((await api.call('GET', '/api/signer/envelope', { key: token })).json.isMyTurn).toBe(true);
  expect(
    (await eventsOf(api, key, id)).find(({ action }) => action === 'participant.account_used'),
  ).toMatchObject({
    actorType: 'sender',
    payload: { participantId: graph.participants[0].id, email: graph.participants[0].email },
  });
});

it('refuses other members, and the sender before their turn', async () => {
  const first = await sent();
  const other = await sessionOf(api, first.organizationId, 'admin');
  expect(refusalIn(await first.signNow(other))?.code).toBe('not_your_turn');
  const later = await sent({ second: true });
  expect(refusalIn(await later.signNow())?.code).toBe('not_your_turn');
  const actions = (await eventsOf(api, later.key, later.id)).map(({ action }) => action);
  expect(actions).not.toContain('participant.account_used');
});

it('asks for a confirmed address where there is a mail server', async () => {
  const { signNow } = await sent({ isConfirmed: false, api: withMail });
  expect(refusalIn(await signNow())).toMatchObject({ code: 'forbidden' });
});

it('asks for none without a mail server, and the log says that the link was passed on, nothing of an account', async () => {
  const { key, id, graph, signNow } = await sent({ isConfirmed: false });
  const { url } = (await signNow()).json.result.data as { url: string };
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  expect((await api.call('GET', '/api/signer/envelope', { key: token })).json.isMyTurn).toBe(true);
  const events = await eventsOf(api, key, id);
  expect(events.map(({ action }) => action)).not.toContain('participant.account_used');
  const [{ id: participantId, email }] = graph.participants;
  expect(events.find(({ action }) => action === 'participant.link_copied')).toMatchObject({
    actorType: 'sender',
    payload: { participantId, epoch: 1, email },
  });
});
