import { expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { ALICE, BOB, createDraft, mailTo } from '../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../support/signer.ts';

const api = useApi({ work: true });

const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as WireGraph;

const send = async (key: string, id: string) => {
  const { envelope } = await read(key, id);
  const body = { expectedVersion: envelope['version'] as number };
  const answer = await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body });
  expect(answer.status).toBe(200);
  return answer.json as WireGraph;
};

it('is corrected, recalled, sent again, declined, copied and completed', async () => {
  const { apiKey: key, organizationId } = await api.tenant();
  const draft = (await createDraft(api, key)).json as WireGraph;
  const { id } = draft.envelope;
  const [alice] = draft.participants;
  if (alice === undefined) throw new Error('the draft has no recipients');

  // She mistyped Alice's address, and notices when nobody signs.
  const sent = await send(key, id);
  const wrong = await mailTo(api, organizationId, ALICE.email, 'Olga Owner has asked you');
  const right = { name: 'Alice Ångström', email: 'alice.angstrom@example.com' };
  const corrected = await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
    key,
    path: { id, participantId: alice.id },
    body: { expectedVersion: sent.envelope['version'] as number, email: right.email },
  });
  expect(corrected.status).toBe(200);
  expectError(await api.ask('GET /api/signer/envelope', { key: wrong.token }), 'unauthorized', {
    reason: 'link_replaced',
  });
  await mailTo(api, organizationId, right.email, 'Olga Owner has asked you');

  // Then the text turns out to be wrong, too.
  const recalled = await api.ask('POST /api/v1/envelopes/{id}/recall', {
    key,
    path: { id },
    body: { expectedVersion: corrected.json.envelope.version },
  });
  expect(recalled.json.envelope.status).toBe('draft');
  const renamed = { displayName: 'Agreement, second draft' };
  await api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body: renamed });
  const again = await send(key, id);

  // Alice signs, and Bob declines.
  expect((await signAs(api, again, right)).status).toBe(200);
  const declined = await api.ask('POST /api/signer/decline', {
    key: await tokenOf(api, again, BOB.email),
    body: { reason: 'The price is too high' },
  });
  expect(declined.json).toEqual({ status: 'declined' });
  expect((await signAs(api, again, BOB)).status).toBe(409);

  // The copy has everything she set up, and both people sign it.
  const copied = await api.call('POST', `/api/v1/envelopes/${id}/copy`, { key, body: {} });
  expect(copied.status).toBe(201);
  const copy = copied.json as WireGraph;
  expect(copy.participants).toMatchObject([right, BOB]);
  const last = await send(key, copy.envelope.id);
  expect((await signAs(api, last, right)).status).toBe(200);
  expect((await signAs(api, last, BOB)).status).toBe(200);
  await api.until('the seal', async () => (await read(key, copy.envelope.id)).envelope['sealedAt']);
  expect((await read(key, copy.envelope.id)).envelope['status']).toBe('completed');
  expect((await read(key, id)).envelope['status']).toBe('declined');

  // A third party checks their copy without an account.
  const path = `/api/v1/envelopes/${copy.envelope.id}/document?variant=sealed`;
  const { bytes } = await api.call('GET', path, { key });
  const verified = await api.call('POST', '/api/verify', { raw: bytes });
  expect(verified.json).toMatchObject({ verdict: 'valid', people: [{}, {}] });
});
