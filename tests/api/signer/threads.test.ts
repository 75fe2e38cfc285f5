import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { HOUR_MS } from '#domain/time.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { buildEvidence } from '#server/sealing/evidence.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, BOB, listed, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();

/** The whole of the first page. */
const QUOTE = { page: 1, boxes: [{ x: 0, y: 0, width: 1, height: 1 }] };
const THERE = 'Page 1 of the agreement';

async function sent(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = (await sendDraft(api, tenant.apiKey, extra)) as WireGraph;
  return { key: tenant.apiKey, graph, id: graph.envelope.id };
}
type Ask = Partial<BodyOf<'POST /api/signer/threads'>>;
const ask = async (graph: WireGraph, body: Ask = {}, { email }: { readonly email: string } = ALICE) =>
  await api.ask('POST /api/signer/threads', {
    key: await tokenOf(api, graph, email),
    body: { kind: 'question', text: 'When would we start?', ...body },
  });
const write = async (
  graph: WireGraph,
  threadId: string,
  text: string,
  { email }: { readonly email: string } = ALICE,
) =>
  await api.ask('POST /api/signer/threads/{threadId}/messages', {
    key: await tokenOf(api, graph, email),
    path: { threadId },
    body: { text },
  });
type Answer = Partial<BodyOf<'POST /api/v1/envelopes/{id}/threads/{threadId}/messages'>>;
const answer = async (key: string, id: string, threadId: string, body: Answer = {}) =>
  await api.ask('POST /api/v1/envelopes/{id}/threads/{threadId}/messages', {
    key,
    path: { id, threadId },
    body: { text: 'On the first of April.', ...body },
  });
const settle = async (key: string, id: string, threadId: string) =>
  await api.ask('POST /api/v1/envelopes/{id}/threads/{threadId}/settle', { key, path: { id, threadId } });
const seen = async (graph: WireGraph, { email }: { readonly email: string }) =>
  (await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, graph, email) })).json.threads;
const list = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}/threads', { key, path: { id } })).json.items;
const attention = async (key: string, id: string) => (await listed(api, key, id)).attention;
const emailed = async (id: string) =>
  (await jobsOf(api, id))
    .filter(({ name }) => name === 'svc/thread.message_written')
    .map(({ data }) => data['recipient']);

describe('a question', () => {
  it('is asked about a passage, answered, and settled; the sender is told, and then the participant', async () => {
    const { key, graph, id } = await sent();
    const [alice] = graph.participants;
    const asked = await ask(graph, { quote: QUOTE, text: ' When would\u0007 we start? ' });
    expect(asked.status).toBe(201);
    expect(asked.json).toMatchObject({
      ...{ envelopeId: id, kind: 'question', state: 'open', startedBy: alice?.id, proposal: null },
      ...{ visibleTo: 'participant', quote: { ...QUOTE, text: THERE } },
      messages: [
        {
          author: { type: 'signer', participantId: alice?.id, name: ALICE.name },
          text: 'When would we start?',
          at: api.clock.now.toISOString(),
        },
      ],
    });
    const threadId = asked.json.id;
    expect(await attention(key, id)).toContain('question');
    expect(await emailed(id)).toEqual(['sender']);

    const answered = await answer(key, id, threadId);
    expect([answered.status, answered.json.state]).toEqual([201, 'answered']);
    expect(await attention(key, id)).not.toContain('question');
    expect((await emailed(id)).toSorted()).toEqual([alice?.id, 'sender'].toSorted());
    expect(await seen(graph, ALICE)).toMatchObject([
      {
        id: threadId,
        messages: [{}, { author: { type: 'sender', userId: null }, text: 'On the first of April.' }],
      },
    ]);

    expect((await write(graph, threadId, 'And when would it end?')).json.state).toBe('open');
    expect(await attention(key, id)).toContain('question');
    expect((await settle(key, id, threadId)).json.state).toBe('settled');
    expect(await attention(key, id)).not.toContain('question');
    expect(await list(key, id)).toMatchObject([{ id: threadId, state: 'settled', messages: [{}, {}, {}] }]);

    const events = await eventsOf(api, key, id);
    const said = events.filter(({ action }) => action !== 'participant.viewed');
    expect(said.slice(-4)).toMatchObject([
      {
        ...{ action: 'participant.asked', actorType: 'signer', actorId: alice?.id },
        payload: {
          ...{ participantId: alice?.id, threadId, text: 'When would we start?' },
          quote: { page: 1, text: THERE },
        },
      },
      {
        ...{ action: 'envelope.answered', actorType: 'api_key' },
        payload: { threadId, text: 'On the first of April.', visibleTo: 'participant' },
      },
      { action: 'participant.asked', payload: { text: 'And when would it end?', quote: null } },
      { action: 'thread.settled', payload: { participantId: alice?.id, threadId } },
    ]);
  });

  it('can be asked before one’s turn, and doesn’t keep anyone from signing', async () => {
    const { key, graph, id } = await sent();
    expect((await ask(graph, {}, BOB)).status).toBe(201);
    expect((await ask(graph, { kind: 'change', text: 'Fewer days' })).status).toBe(201);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    expectInvalidState(await ask(graph), 'in_progress', 'already_acted');
    expect(await attention(key, id)).toContain('question');
  });

  it('doesn’t change the version, so nobody’s edit fails because of it', async () => {
    const { key, graph, id } = await sent();
    await ask(graph);
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    expect(json.envelope.version).toBe(graph.envelope['version']);
  });
});

describe('a request for change', () => {
  it('can say which words should stand instead of a passage', async () => {
    const { key, graph, id } = await sent();
    const proposal = 'Page 1 of the lease';
    const { json } = await ask(graph, { kind: 'change', text: 'It is a lease.', quote: QUOTE, proposal });
    expect(json).toMatchObject({ kind: 'change', proposal, quote: { text: THERE } });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'participant.change_requested',
      payload: { proposal, quote: { page: 1, text: THERE }, text: 'It is a lease.' },
    });
  });

  it('needs a passage for its words', async () => {
    const { graph } = await sent();
    expectIssues(await ask(graph, { kind: 'change', proposal: 'Other words' }), ['/proposal']);
    expectIssues(await ask(graph, { quote: QUOTE, proposal: 'Other words' }), ['/proposal']);
  });
});

describe('a passage', () => {
  it('is what the document draws there, and nothing else', async () => {
    const { graph } = await sent();
    const below = { page: 1, boxes: [{ x: 0, y: 0.6, width: 1, height: 0.3 }] };
    expectIssues(await ask(graph, { quote: below }), ['/quote']);
    expectIssues(await ask(graph, { quote: { ...QUOTE, page: 2 } }), ['/quote']);
  });
});

describe('who sees it', () => {
  it('are the participant and the sender, until the sender shows it to everyone, for good', async () => {
    const { key, graph, id } = await sent();
    const threadId = (await ask(graph)).json.id;
    expect(await seen(graph, BOB)).toEqual([]);
    expectError(await write(graph, threadId, 'Me too', BOB), 'not_found');
    await answer(key, id, threadId, { visibleTo: 'everyone' });
    expect(await seen(graph, BOB)).toMatchObject([{ id: threadId, visibleTo: 'everyone' }]);
    expectError(await write(graph, threadId, 'Me too', BOB), 'not_found');
    expectIssues(await answer(key, id, threadId, { visibleTo: 'participant' }), ['/visibleTo']);
    expect(await seen(graph, BOB)).toHaveLength(1);
  });

  it('is not who takes over the turn of the person who asked, and the answer isn’t emailed to them', async () => {
    const { key, graph, id } = await sent();
    const threadId = (await ask(graph)).json.id;
    const carol = { name: 'Carol', email: 'carol@example.com' };
    const delegation = { key: await tokenOf(api, graph, ALICE.email), body: carol };
    expect((await api.ask('POST /api/signer/delegate', delegation)).status).toBe(200);
    expect(await seen(graph, carol)).toEqual([]);
    expectError(await write(graph, threadId, 'And me?', carol), 'not_found');
    await answer(key, id, threadId);
    expect(await emailed(id)).toEqual(['sender']);
    await answer(key, id, threadId, { visibleTo: 'everyone' });
    expect(await seen(graph, carol)).toMatchObject([{ id: threadId, isMine: false }]);
    expect((await ask(graph, {}, carol)).json).toMatchObject({ isMine: true });
  });

  it('is nobody anymore once the envelope was recalled and its draft deleted', async () => {
    const { key, graph, id } = await sent();
    await ask(graph, { text: 'Is the cellar dry?' });
    const body = { expectedVersion: graph.envelope['version'] as number };
    expect((await api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body })).status).toBe(
      200,
    );
    expect(await list(key, id)).toHaveLength(1);
    expect((await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id } })).status).toBe(204);
    const { organizationId } = graph.envelope;
    const left = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`select from threads where envelope_id = ${id}`),
    );
    expect(left).toHaveLength(0);
  });

  it('is nobody in another organization', async () => {
    const { graph, id } = await sent();
    const threadId = (await ask(graph)).json.id;
    const other = (await api.tenant()).apiKey;
    for (const refused of [
      await answer(other, id, threadId),
      await settle(other, id, threadId),
      await api.ask('GET /api/v1/envelopes/{id}/threads', { key: other, path: { id } }),
    ])
      expectError(refused, 'not_found');
  });

  it('is nobody who reads the sealed file: its evidence has the events without what was said', async () => {
    const { graph, key, id } = await sent();
    await answer(key, id, (await ask(graph)).json.id);
    const events = await eventsOf(api, key, id);
    const evidence = JSON.parse(
      Buffer.from(
        buildEvidence(
          {
            graph: { envelope: {}, documents: [], files: [], participants: [], fields: [], copies: [] },
            ...{ events, organization: { name: 'Acme' }, attachments: [] },
          } as never,
          { certificate: new Uint8Array(), chain: [] } as never,
        ),
      ).toString(),
    ) as { events: { action: string; payload: unknown; salt: unknown }[] };
    const told = evidence.events.filter(({ action }) => /asked|answered/.test(action));
    expect(told).toMatchObject([
      { payload: null, salt: null },
      { payload: null, salt: null },
    ]);
    expect(JSON.stringify(evidence)).not.toContain('first of April');
  });
});

describe('limits', () => {
  it('are ten messages an hour for each participant', async () => {
    const { graph } = await sent();
    const { id: threadId } = (await ask(graph)).json;
    for (let n = 1; n < LIMITS.threadMessagesPerHour; n += 1)
      expect((await write(graph, threadId, `Message ${n}`)).status).toBe(201);
    const refused = await write(graph, threadId, 'One more');
    expectError(refused, 'rate_limited', { retryAfterSeconds: HOUR_MS / 1000 });
    expectError(await ask(graph), 'rate_limited', { retryAfterSeconds: HOUR_MS / 1000 });
    expect((await ask(graph, {}, BOB)).status).toBe(201);
    api.clock.now = new Date(api.clock.now.getTime() + HOUR_MS);
    expect((await write(graph, threadId, 'Later')).status).toBe(201);
  });

  it('end with the envelope', async () => {
    const { graph, key, id } = await sent();
    const threadId = (await ask(graph)).json.id;
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, graph, ALICE.email), body: {} });
    expectInvalidState(await ask(graph, {}, BOB), 'declined');
    expectInvalidState(await answer(key, id, threadId), 'declined');
  });
});
