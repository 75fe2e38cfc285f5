import { expect, it } from 'vitest';
import { DAY_MS } from '#domain/time.ts';
import { pass } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { plainPdf, sendDraft, SIGNATURE } from '../support/envelopes.ts';
import { useMcp, type ToolAnswer } from '../support/mcp.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { signAs, tokenOf, type WireGraph } from '../support/signer.ts';
import { eventsOf } from '../support/traces.ts';

const api = useApi({ work: true });
const mcp = useMcp(api);

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const textOf = ({ content }: ToolAnswer) => content.map(({ text }) => text).join('\n');

it('an agent drafts, a person reviews and sends, and the agent never sees a link', async () => {
  const tenant = await api.tenant();
  const { apiKey: key, organizationId } = tenant;
  const agent = await mcp.connect(tenant, { asksFirst: true });

  // The agent drafts what it was asked for, and uploads the document through a one-time link.
  const drafted = await agent.call('create_draft', { name: 'NDA.pdf', recipients: [ADA] });
  const { envelope, upload } = drafted.structuredContent as { envelope: string; upload: { url: string } };
  const { pathname } = new URL(upload.url);
  const headers = { 'content-type': 'application/octet-stream' };
  expect((await api.call('PUT', pathname, { headers, raw: await plainPdf() })).status).toBe(200);
  const read = async () =>
    (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope } })).json as WireGraph;
  await api.until('the document to be read', async () => (await read()).envelope['status'] === 'review');
  expect(textOf(await agent.call('read_envelope', { envelope }))).toContain('draft, not sent');

  // It may not send. The person does that in the dashboard, where they also place the signature.
  const fields = [{ ...SIGNATURE, participantIndex: 0 }];
  const cookie = await sessionOf(api, organizationId, 'member');
  const edited = await api.ask('PUT /api/v1/envelopes/{id}/draft', {
    key,
    path: { id: envelope },
    body: { fields },
  });
  expect(edited.status).toBe(200);
  const version = (await read()).envelope['version'] as number;
  const asked = await agent.call('send', { envelope, version });
  expect(asked.structuredContent).toMatchObject({ outcome: 'review_required' });
  expect(textOf(asked)).toContain(`/envelopes/${envelope}`);
  expect((await read()).envelope['status']).toBe('review');
  const input = { id: envelope, expectedVersion: version };
  const sent = await callDashboard(api, 'mutation', 'envelope.send', { cookie, input });
  expect(sent.status).toBe(200);

  expect((await signAs(api, await read(), ADA)).status).toBe(200);
  await api.until('the seal', async () => (await read()).envelope['sealedAt']);
  expect(textOf(await agent.call('read_envelope', { envelope }))).toContain('completed');
  const actors = (await eventsOf(api, key, envelope))
    .filter(({ action }) => ['envelope.created', 'envelope.sent'].includes(action))
    .map(({ action, actorType }) => [action, actorType]);
  expect(actors).toEqual([
    ['envelope.created', 'agent'],
    ['envelope.sent', 'sender'],
  ]);
  expect(mcp.transcript()).not.toMatch(/#token=/);
});

it('an agent reads what a signer asks, its person confirms the answer, and the signer reads it and signs', async () => {
  const tenant = await api.tenant();
  const { apiKey: key } = tenant;
  const sent = (await sendDraft(api, key, {
    participants: [ADA],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  })) as WireGraph;
  const { id: envelope } = sent.envelope;
  const ada = await tokenOf(api, sent, ADA.email);
  const question = { kind: 'question', text: 'When would we start?' } as const;
  expect((await api.ask('POST /api/signer/threads', { key: ada, body: question })).status).toBe(201);

  // It finds the envelope among those that need attention, and asks its person before it answers.
  const agent = await mcp.connect(tenant, { options: { capabilities: { elicitation: { form: {} } } } });
  const confirmed: unknown[] = [];
  agent.client.setRequestHandler('elicitation/create', ({ params }) => {
    confirmed.push(params);
    return { action: 'accept' as const, content: { confirm: true } };
  });
  expect(textOf(await agent.call('find_envelopes', {}))).toContain('needs attention: question');
  const read = textOf(await agent.call('read_conversation', { envelope }));
  expect(read).toContain('Ada Lovelace: When would we start?');
  const thread = /thr_\w+/.exec(read)?.[0] ?? '';
  const text = 'On the first of April.';
  await agent.call('answer_question', { envelope, thread, text });
  expect(confirmed).toEqual([expect.objectContaining({ message: expect.stringContaining(text) })]);

  // A week later she opens her link again, reads the answer, and signs. Then there is nobody left to answer.
  pass(api, 7 * DAY_MS);
  const { threads } = (await api.ask('GET /api/signer/envelope', { key: ada })).json;
  expect(threads[0].messages.at(-1)).toMatchObject({ text, author: { type: 'sender' } });
  expect((await signAs(api, sent, ADA)).status).toBe(200);
  const again = await mcp.connect(tenant);
  const late = await again.call('answer_question', { envelope, thread, text: 'Or on the second.' });
  expect([late.isError, textOf(late).split(':')[0]]).toEqual([true, 'invalid_state']);
  expect(confirmed).toHaveLength(1);
});
