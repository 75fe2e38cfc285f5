import { expect, it } from 'vitest';
import { suspend } from '#server/organizations/change-standing.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { tokenOf, type WireGraph } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });

async function sent(alice: object = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const fields = [0, 1].map((participantIndex) => ({
    ...SIGNATURE,
    ...{ x: 0.1 + participantIndex / 2, participantIndex },
  }));
  const participants = [{ ...ALICE, ...alice }, BOB];
  const graph = (await sendDraft(api, key, { participants, fields })) as WireGraph;
  const { id } = graph.envelope;
  const [first, second] = graph.participants.map((one) => one.id) as [string, string];
  const copy = async (participantId: string, role: 'member' | 'viewer' = 'member') =>
    callDashboard(api, 'mutation', 'envelope.copyLink', {
      cookie: await sessionOf(api, organizationId, role),
      input: { id, participantId },
    });
  return { key, organizationId, graph, id, first, second, copy };
}

it('gives a sender the link of a current signer, which stays the same, and the log says so', async () => {
  const { key, graph, id, first, copy } = await sent();
  const emailed = await tokenOf(api, graph, ALICE.email);
  const answer = await copy(first);
  expect(answer.status).toBe(200);
  const { url } = answer.json.result.data as { url: string };
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  for (const link of [token, emailed])
    expect((await api.call('GET', '/api/signer/envelope', { key: link })).json.isMyTurn).toBe(true);
  const event = (await eventsOf(api, key, id)).find(({ action }) => action === 'participant.link_copied');
  expect(event).toMatchObject({
    actorType: 'sender',
    payload: { participantId: first, epoch: 1, email: ALICE.email },
  });
});

it('refuses viewers, other organizations, and signers whose turn hasn’t come', async () => {
  const { second, first, id, copy } = await sent();
  expect(refusalIn(await copy(first, 'viewer'))?.code).toBe('forbidden');
  expect(refusalIn(await copy(second))).toMatchObject({
    code: 'invalid_state',
    details: { reason: 'not_their_turn' },
  });
  const stranger = await sessionOf(api, (await api.tenant()).organizationId, 'owner');
  const input = { id, participantId: first };
  const answer = await callDashboard(api, 'mutation', 'envelope.copyLink', { cookie: stranger, input });
  expect(refusalIn(answer)?.code).toBe('not_found');
});

it('refuses the link of someone who proves their address by an emailed code', async () => {
  const { first, copy } = await sent({ authentication: { method: 'email_code' } });
  expect(refusalIn(await copy(first))).toMatchObject({
    code: 'invalid_state',
    details: { reason: 'code_by_email' },
  });
});

it('refuses while the organization is suspended', async () => {
  const { first, organizationId, copy } = await sent();
  await suspend(api.services, organizationId, 'phishing');
  expect(refusalIn(await copy(first))?.code).toBe('forbidden');
});
