import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import { openServices, type OpenServices } from '#server/main/open-services.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertQuestion } from '#server/db/oauth/agent-questions.ts';
import { endGrant } from '#server/db/oauth/oauth-grants.ts';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { agentOf, tokenOf, type TestAgent } from '../support/agent.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { ALICE, createDraft, sendDraft } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';
import { connect2025, FORMS, yes } from '../support/mcp-2025.ts';
import { runScript } from '../support/program.ts';
import { callDashboard, sessionOf } from '../support/session.ts';

const api = useApi({ work: true, alone: true });
const here = useListening(api);
/**
 * Another process of the cluster: it has its own connections, listeners and port, and uses the same database.
 */
let other: OpenServices;
let server: HttpServer;
const listenThere = async () => {
  const http = { ...api.services.config.http, host: '127.0.0.1', port: 0 };
  server = await listenHttp({ ...other.services, config: { ...api.services.config, http } });
};
const there = () => `http://127.0.0.1:${server.port}`;
beforeAll(async () => {
  other = await openServices(api.services.config, () => new Date(api.clock.now));
  await listenThere();
});
afterAll(async () => {
  await server?.close();
  await other?.close();
});

type Answer = { content: { text: string }[]; structuredContent: any; isError?: boolean };
const textOf = ({ content }: Answer) => content.map(({ text }) => text).join('\n');
const statusOf = async ({ apiKey }: Tenant, id: string) =>
  (await api.call('GET', `/api/v1/envelopes/${id}`, { key: apiKey })).json.envelope.status;
const questionsOf = ({ organizationId }: Tenant) =>
  transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute<{ id: string }>(sql`select id from agent_questions`),
  );

async function draftWith(tenant: Tenant) {
  const { json } = await createDraft(api, tenant.apiKey);
  const id = json.envelope.id as string;
  return { id, args: { envelope: id, version: 1 }, graph: json };
}

/** An agent whose token outlives the questions and sessions. */
async function lasting({ organizationId }: Tenant): Promise<TestAgent> {
  const agent = await agentOf(api, organizationId, { role: 'owner' });
  const token = await tokenOf(api, {
    sub: agent.userId,
    client_id: agent.clientId,
    scope: ALL_SCOPES.join(' '),
    grant: agent.grantId,
    org: organizationId,
    exp: Math.floor((api.clock.now.getTime() + 2 * LIMITS.agentSessionLifeMs) / 1000),
  });
  return { ...agent, token };
}

/** A draft whose agent has asked on this server whether to send it. */
async function asked(options: { agent?: TestAgent; tenant?: Tenant; signal?: AbortSignal } = {}) {
  const tenant = options.tenant ?? (await api.tenant());
  const agent = options.agent ?? (await agentOf(api, tenant.organizationId, { role: 'owner' }));
  const client = await connect2025(here.origin, agent.token);
  const draft = await draftWith(tenant);
  const { signal } = options;
  const next = await client.call(here.origin, 'send', draft.args, signal === undefined ? {} : { signal });
  const question = await next();
  return {
    tenant,
    agent,
    client,
    ...draft,
    next,
    question,
    result: async () => (await next()).result as Answer,
  };
}

describe('a client of 2025 that shows forms', () => {
  it.each(['2025-11-25', '2025-06-18'])(
    'is asked by %s within the call, and any process takes the answer',
    async (revision) => {
      const tenant = await api.tenant();
      const { token } = await agentOf(api, tenant.organizationId);
      const client = await connect2025(there(), token, { revision });
      const { id, args, graph } = await draftWith(tenant);
      const next = await client.call(here.origin, 'send', args);
      const question = await next();
      expect(question).toMatchObject({
        jsonrpc: '2.0',
        id: expect.any(String),
        method: 'elicitation/create',
      });
      expect(question.params.message).toContain(ALICE.email);
      expect(question.params.message).toContain(graph.envelope.documentHash);
      expect(question.params.requestedSchema).toMatchObject({
        type: 'object',
        properties: { confirm: { type: 'boolean', title: 'Send it' } },
        required: ['confirm'],
      });
      expect(await statusOf(tenant, id)).toBe('draft');

      const taken = await client.post(there(), yes(question));
      expect([taken.status, await taken.text()]).toEqual([202, '']);
      const { result } = await next();
      expect(result.structuredContent).toMatchObject({ outcome: 'sent', status: 'in_progress' });
      expect(await next()).toBeNull();
      expect(await questionsOf(tenant)).toHaveLength(0);

      const again = await client.post(there(), yes(question));
      expect([again.status, ((await again.json()) as any).error.code]).toEqual([400, -32600]);
    },
  );

  it('is asked through the SDK’s client, which hears of progress while the person decides', async () => {
    const tenant = await api.tenant();
    const { args } = await draftWith(tenant);
    const options = { capabilities: { elicitation: { form: {} } } };
    const { token } = await agentOf(api, tenant.organizationId);
    const client = new Client(
      { name: 'tests', version: '1.0.0' },
      { versionNegotiation: { mode: 'legacy' }, ...options },
    );
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${here.origin}/mcp`), { requestInit }));
    let decide: (answer: { action: 'accept'; content: { confirm: boolean } }) => void = () => undefined;
    client.setRequestHandler(
      'elicitation/create',
      async () => await new Promise((resolve) => (decide = resolve)),
    );
    const onprogress = () => decide({ action: 'accept', content: { confirm: true } });
    const answer = await client.callTool({ name: 'send', arguments: args }, { onprogress });
    expect(answer.structuredContent).toMatchObject({ outcome: 'sent' });
    await client.close();
  });

  it('is asked before an envelope is voided or a new link is mailed', async () => {
    const tenant = await api.tenant();
    const { token } = await agentOf(api, tenant.organizationId, { role: 'owner' });
    const client = await connect2025(here.origin, token);
    const { envelope } = await sendDraft(api, tenant.apiKey);
    for (const [name, args, outcome] of [
      ['correct_recipient', { recipient: ALICE.email }, 'done'],
      ['void', { reason: 'Agreed otherwise' }, 'voided'],
    ] as const) {
      const next = await client.call(there(), name, { envelope: envelope.id, ...args });
      const question = await next();
      expect(question.params.message).toContain(ALICE.email);
      await client.post(here.origin, yes(question));
      expect((await next()).result.structuredContent).toMatchObject({ outcome });
    }
  });

  it.each([
    ['a no', { action: 'decline' }, 'not_confirmed'],
    ['a closed window', { action: 'cancel' }, 'not_confirmed'],
    ['a form without the tick', { action: 'accept', content: { confirm: false } }, 'not_confirmed'],
    ['a form of another shape', { action: 'accept', content: { confirm: 'true' } }, 'not_confirmed'],
    ['a form without content', { action: 'accept' }, 'not_confirmed'],
    ['an answer of another shape', { confirm: true }, 'review_required'],
    [
      'a long answer',
      { action: 'accept', content: { confirm: true, more: 'x'.repeat(30_000) } },
      'review_required',
    ],
    ['what can’t be stored', { action: 'accept', content: { confirm: true, more: '\0' } }, 'review_required'],
  ])('sends nothing after %s', async (_name, result, outcome) => {
    const call = await asked();
    expect((await call.client.post(there(), { id: call.question.id, result })).status).toBe(202);
    const answer = await call.result();
    const reviewUrl = `http://localhost:3000/envelopes/${call.id}/edit`;
    expect(answer.structuredContent).toMatchObject({ outcome, reviewUrl });
    expect(await statusOf(call.tenant, call.id)).toBe('draft');
  });

  it('says by an error that it couldn’t ask, and nothing is sent', async () => {
    const call = await asked();
    const error = { code: -32601, message: 'Method not found' };
    expect((await call.client.post(there(), { id: call.question.id, error })).status).toBe(202);
    const answer = await call.result();
    expect(answer.structuredContent).toMatchObject({ outcome: 'review_required' });
    expect(textOf(answer)).toContain('the user did not answer');
    expect(await statusOf(call.tenant, call.id)).toBe('draft');
  });
});

describe('an answer', () => {
  it('of another grant, another session or none doesn’t count', async () => {
    const call = await asked();
    const colleague = await agentOf(api, call.tenant.organizationId, { role: 'owner' });
    const stranger = await agentOf(api, (await api.tenant('Other')).organizationId);
    for (const { token } of [colleague, stranger, call.agent]) {
      const elsewhere = await connect2025(there(), token);
      expect((await elsewhere.post(there(), yes(call.question))).status).toBe(400);
    }
    const unnamed = await connect2025(there(), call.agent.token, { namesSession: false });
    expect((await unnamed.post(here.origin, yes(call.question))).status).toBe(202);
    expect(await statusOf(call.tenant, call.id)).toBe('draft');
    expect(
      (await call.client.post(there(), { id: call.question.id, result: { action: 'decline' } })).status,
    ).toBe(202);
    expect((await call.result()).structuredContent).toMatchObject({ outcome: 'not_confirmed' });
  });

  it('counts once: of many at the same time, in both processes, one is accepted', async () => {
    const call = await asked();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call.client.post(index % 2 === 0 ? here.origin : there(), yes(call.question)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(400)]);
    expect((await call.result()).structuredContent).toMatchObject({ outcome: 'sent' });
  });

  it('after ten minutes is too late: nothing is sent, the client is told, and the model where to send it', async () => {
    const tenant = await api.tenant();
    const call = await asked({ tenant, agent: await lasting(tenant) });
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.agentQuestionLifeMs);
    expect((await call.client.post(there(), yes(call.question))).status).toBe(400);
    expect(await call.next()).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: call.question.id },
    });
    const answer = await call.result();
    expect(answer.structuredContent).toMatchObject({
      outcome: 'review_required',
      reviewUrl: `http://localhost:3000/envelopes/${call.id}/edit`,
    });
    expect(textOf(answer)).toContain('the user did not answer');
    expect((await call.client.post(there(), yes(call.question))).status).toBe(400);
    expect(await statusOf(call.tenant, call.id)).toBe('draft');
  });

  it('to what has changed since sends nothing', async () => {
    const call = await asked();
    const body = { participants: [{ name: 'Mallory', email: 'mallory@example.com' }], fields: [] };
    await api.call('PUT', `/api/v1/envelopes/${call.id}/draft`, { key: call.tenant.apiKey, body });
    await call.client.post(there(), yes(call.question));
    const answer = await call.result();
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toContain('version_conflict');
    expect(await statusOf(call.tenant, call.id)).toBe('draft');
  });

  it('doesn’t count once agents ask first, or once the grant has ended', async () => {
    const call = await asked();
    const cookie = await sessionOf(api, call.tenant.organizationId, 'admin');
    await callDashboard(api, 'mutation', 'agent.changeRules', { cookie, input: { askFirst: true } });
    expect((await call.client.post(there(), yes(call.question))).status).toBe(202);
    const answer = await call.result();
    expect(answer.structuredContent).toMatchObject({ outcome: 'review_required' });
    expect(textOf(answer)).toContain('what you may do has changed');
    expect(await statusOf(call.tenant, call.id)).toBe('draft');

    const ended = await asked();
    await transaction(api.services.db, { organizationId: ended.tenant.organizationId }, (tx) =>
      endGrant(tx, ended.agent.grantId, 'person', api.clock.now),
    );
    expect((await ended.client.post(there(), yes(ended.question))).status).toBe(401);
  });
});

describe('a question', () => {
  it('ends when the client hangs up, or gives the call up by another process', async () => {
    const leaving = new AbortController();
    const gone = await asked({ signal: leaving.signal });
    leaving.abort();
    await api.until('the question to be closed', async () => (await questionsOf(gone.tenant)).length === 0);
    expect((await gone.client.post(there(), yes(gone.question))).status).toBe(400);

    const call = await asked();
    const params = { requestId: 1, reason: 'The user has changed their mind' };
    const cancelled = await call.client.post(there(), { method: 'notifications/cancelled', params });
    expect(cancelled.status).toBe(202);
    expect((await call.result()).structuredContent).toMatchObject({ outcome: 'review_required' });
    expect((await call.client.post(there(), yes(call.question))).status).toBe(400);
    for (const { tenant, id } of [gone, call]) expect(await statusOf(tenant, id)).toBe('draft');
  });

  it('of a process that stops is answered by nobody, and the model is told', async () => {
    const tenant = await api.tenant();
    const { token } = await agentOf(api, tenant.organizationId);
    const client = await connect2025(here.origin, token);
    const { id, args } = await draftWith(tenant);
    const next = await client.call(there(), 'send', args);
    const question = await next();
    await server.close();
    expect(await next()).toMatchObject({ method: 'notifications/cancelled' });
    expect((await next()).result.structuredContent).toMatchObject({ outcome: 'review_required' });
    expect((await client.post(here.origin, yes(question))).status).toBe(400);
    expect(await statusOf(tenant, id)).toBe('draft');
    await other.close();
    other = await openServices(api.services.config, () => new Date(api.clock.now));
    await listenThere();
  });

  it('of a process that is killed breaks off, sends nothing when it is answered, and can be asked anew', async () => {
    const { database: address, dataDir, http } = api.services.config;
    const now = api.clock.now.toISOString();
    const doomed = runScript(new URL('../support/serving-process.ts', import.meta.url), {}, [
      JSON.stringify({ address, dataDir, origin: http.origin, now }),
    ]);
    onTestFinished(() => void doomed.child.kill('SIGKILL'));
    const [, port] = await doomed.printed(/listening on (\d+)/);
    const tenant = await api.tenant();
    const { token } = await agentOf(api, tenant.organizationId);
    const client = await connect2025(here.origin, token);
    const { id, args } = await draftWith(tenant);
    const next = await client.call(`http://127.0.0.1:${port}`, 'send', args);
    const question = await next();
    expect(question).toMatchObject({ method: 'elicitation/create' });

    doomed.child.kill('SIGKILL');
    expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await expect(next(), 'no result, and no orderly end').rejects.toThrow('terminated');
    // The question is still in the database, so the answer is accepted, but nothing acts on it.
    expect((await client.post(here.origin, yes(question))).status).toBe(202);
    expect((await client.post(here.origin, yes(question))).status).toBe(400);
    expect(await statusOf(tenant, id)).toBe('draft');

    const again = await client.call(here.origin, 'send', args, { id: 2 });
    const anew = await again();
    expect(anew.id).not.toBe(question.id);
    await client.post(there(), yes(anew));
    expect((await again()).result.structuredContent).toMatchObject({ outcome: 'sent' });
    expect(await questionsOf(tenant)).toHaveLength(1);
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.agentQuestionLifeMs + 1);
    await sweep(api.services);
    expect(await questionsOf(tenant)).toHaveLength(0);
  });

  it('of a process that died sends nothing when it is answered, and is forgotten', async () => {
    const { tenant, agent, client, id, question } = await asked();
    await client.post(there(), { id: question.id, result: { action: 'decline' } });
    const left = {
      organizationId: tenant.organizationId,
      grantId: agent.grantId,
      session: JSON.parse(Buffer.from((client.session ?? '').split('.')[0] ?? '', 'base64url').toString())
        .session,
      id: api.services.newId('agentQuestion'),
      request: '1',
      createdAt: api.clock.now,
      expiresAt: new Date(api.clock.now.getTime() + LIMITS.agentQuestionLifeMs),
    };
    await transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
      insertQuestion(tx, left, 5),
    );
    expect((await client.post(there(), yes(left))).status).toBe(202);
    expect(await statusOf(tenant, id)).toBe('draft');
    api.clock.now = new Date(left.expiresAt.getTime() + 1);
    await sweep(api.services);
    expect(await questionsOf(tenant)).toHaveLength(0);
  });

  it('is refused to a grant that has as many open as there can be', async () => {
    const tenant = await api.tenant();
    const agent = await agentOf(api, tenant.organizationId, { role: 'owner' });
    const calls = [];
    for (let time = 0; time < LIMITS.agentQuestionsOpenMax; time++)
      calls.push(await asked({ tenant, agent }));
    const { question } = await asked({ tenant, agent });
    expect(question.result).toMatchObject({ isError: true });
    expect(textOf(question.result)).toContain('rate_limited');
    for (const { client, question: open, result } of calls) {
      await client.post(there(), { id: open.id, result: { action: 'cancel' } });
      expect((await result()).structuredContent).toMatchObject({ outcome: 'not_confirmed' });
    }
  });
});

describe('a session', () => {
  const toolsOf = async (token: string, connecting: Parameters<typeof connect2025>[2]) => {
    const client = await connect2025(here.origin, token, connecting);
    const response = await client.post(there(), { id: 2, method: 'tools/list', params: {} });
    const { result } = JSON.parse(/^data: (.*)$/m.exec(await response.text())?.[1] ?? '');
    return result.tools.map(({ name }: { name: string }) => name);
  };

  it('says whether the client shows screens; a client that never names it may', async () => {
    const { token } = await agentOf(api, (await api.tenant()).organizationId);
    const screens = {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    };
    expect(await toolsOf(token, { capabilities: screens })).toContain('confirm_send');
    expect(await toolsOf(token, { capabilities: FORMS })).not.toContain('confirm_send');
    expect(await toolsOf(token, { capabilities: FORMS })).not.toContain('page_picture');
    expect(await toolsOf(token, { capabilities: FORMS, namesSession: false })).toContain('confirm_send');
  });

  it.each([
    ['that shows no forms', { capabilities: {} }],
    ['that shows addresses only', { capabilities: { elicitation: { url: {} } } }],
    ['of a revision in which servers don’t ask', { revision: '2025-03-26' }],
    ['that never names its session', { namesSession: false }],
  ])('of a client %s leads to the dashboard', async (_name, connecting) => {
    const tenant = await api.tenant();
    const { token } = await agentOf(api, tenant.organizationId);
    const client = await connect2025(here.origin, token, connecting);
    const { id, args } = await draftWith(tenant);
    const next = await client.call(there(), 'send', args);
    const { result } = await next();
    expect(result.structuredContent).toMatchObject({ outcome: 'review_required' });
    expect(textOf(result)).toContain('your client can');
    expect(await statusOf(tenant, id)).toBe('draft');
  });

  it('is not found if it was altered, has expired or is another grant’s', async () => {
    const tenant = await api.tenant();
    const { token } = await lasting(tenant);
    const { session } = await connect2025(here.origin, token);
    const colleague = await agentOf(api, tenant.organizationId);
    const [body = '', mac = ''] = (session ?? '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const altered = Buffer.from(JSON.stringify({ ...claims, forms: !claims.forms })).toString('base64url');
    const list = async (bearer: string, named: string) => {
      const headers = {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-session-id': named,
      };
      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
      const response = await fetch(`${there()}/mcp`, { method: 'POST', headers, body: message });
      return response.status;
    };
    expect(await list(token, session ?? '')).toBe(200);
    for (const [bearer, named] of [
      [token, `${altered}.${mac}`],
      [token, 'made-up'],
      [token, ''],
      [colleague.token, session ?? ''],
    ] as const)
      expect(await list(bearer, named)).toBe(404);
    api.clock.now = new Date(api.clock.now.getTime() + LIMITS.agentSessionLifeMs + 1000);
    expect(await list(token, session ?? '')).toBe(404);
    const renewed = await connect2025(here.origin, token);
    expect(await list(token, renewed.session ?? '')).toBe(200);
  });
});
