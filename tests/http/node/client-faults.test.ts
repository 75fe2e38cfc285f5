import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { answerApi } from '#server/http/api.ts';
import { answerOAuth } from '#server/http/oauth.ts';
import { admitPage } from '#server/http/pages/page.ts';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { openLog } from '#server/runtime/log.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import { openRefusalCounter } from '#server/runtime/refusals.ts';
import { openRequester, WARMING_ENVELOPE } from '#server/runtime/requester.ts';
import { agentOf } from '../../support/agent.ts';
import { useApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { patience } from '../../support/patience.ts';
import { ORIGIN, sessionOf } from '../../support/session.ts';

type Line = { readonly level: number; readonly msg: string } & Readonly<Record<string, unknown>>;

const api = useApi();
const PACE = { bodyBytes: 20_000, readWindowMs: 60_000, checkMs: 20, waveMs: 3_000 };
const ERROR = 50;
const MCP_TYPES = 'application/json, text/event-stream';
/** Places that read a body without knowing who sends it. */
const PATHS = ['/api/auth/login', '/api/auth/sign-up', '/api/auth/password-reset'];
const pathOf = (n: number) => (n % 20 === 0 ? '/oauth/token' : (PATHS[n % 3] ?? ''));

let server: HttpServer | undefined;
afterEach(() => server?.close());

async function listen(bodyWindowMs: number) {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const { services } = api;
  const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
  server = await listenHttp(
    { ...services, log, config: { ...services.config, http } },
    { ...PACE, bodyWindowMs },
  );
  const { port } = server;
  const begin = async (path: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const type = path.startsWith('/oauth/') ? 'application/x-www-form-urlencoded' : 'application/json';
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type}`,
      'Content-Length: 1000',
    ];
    socket.write([...head, 'Expect: 100-continue', '', '{"a": '].join('\r\n'));
    const [begun] = (await once(socket, 'data')) as [Buffer];
    expect(begun.toString()).toContain('100 Continue');
    // Otherwise, what comes before somebody reads on would be lost.
    socket.pause();
    return socket;
  };
  const summary = (count: string, least: number) =>
    api.until('the wave was logged', () =>
      Promise.resolve(lines.reduce((sum, line) => sum + Number(line[count] ?? 0), 0) >= least),
    );
  return { begin, lines, summary };
}

it('200 clients that leave before their body has arrived take a line or two, and none is an error', async () => {
  const { begin, lines, summary } = await listen(60_000);
  const sockets = await Promise.all(Array.from({ length: 200 }, (_, n) => begin(pathOf(n))));
  for (const socket of sockets) socket.resetAndDestroy();
  await summary('leftEarly', 200);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(2);
});

it('100 bodies that arrive too slowly are answered with 408 and take a line or two', async () => {
  const { begin, lines, summary } = await listen(300);
  const sockets = await Promise.all(Array.from({ length: 100 }, (_, n) => begin(pathOf(n))));
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await summary('slowBody', 100);
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  expect(lines.length).toBeLessThanOrEqual(2);
});

it('requests of apps and agents without a right to what they ask for take a line', async () => {
  const { organizationId, apiKey } = await api.tenant();
  const { envelope } = (await createDraft(api, apiKey)).json;
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const services = { ...api.services, log, countRefusal: openRefusalCounter(log, 1_000) };
  const server = createServer((message, response) => void answerOAuth(services, message, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = async (path: string, body: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: new URLSearchParams(body) }))
      .status;
  const guess = { grant_type: 'refresh_token', refresh_token: 'guessed', client_id: 'unknown' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('/oauth/token', guess)));
  expect(answers.every((status) => status === 400 || status === 401)).toBe(true);
  expect(await post('/oauth/token', {})).toBe(400);
  server.close();
  const reader = await agentOf(api, organizationId, { scopes: ['envelopes:read'] });
  const viewer = await agentOf(api, organizationId, { role: 'viewer' });
  const call = (key: string) =>
    answerApi(
      services,
      new Request('http://localhost:3000/mcp', {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: MCP_TYPES },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'remind', arguments: { envelope: envelope.id } },
        }),
      }),
      '203.0.113.9',
    );
  await call('guessed');
  for (const { token } of [reader, viewer]) await (await call(token)).text();
  const sum = () => {
    const all: Record<string, number> = {};
    for (const { requests } of lines)
      for (const [name, times] of Object.entries(requests as Record<string, number>))
        all[name] = (all[name] ?? 0) + times;
    return all;
  };
  await expect.poll(sum, { timeout: patience(10_000) }).toEqual({
    'unauthorized /oauth/token': 50,
    ...{ 'unauthorized /mcp': 1, 'insufficient_scope /mcp': 1, 'forbidden /mcp': 1 },
  });
  expect(new Set(lines.map(({ level, msg }) => `${level} ${msg}`))).toEqual(new Set(['30 requests refused']));
});

it('says who was refused what, even while strangers fill the line', async () => {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const { services } = api;
  const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
  const countRefusal = openRefusalCounter(log, 1_000);
  server = await listenHttp({ ...services, log, countRefusal, config: { ...services.config, http } });
  const origin = `http://127.0.0.1:${server.port}`;
  const { organizationId, teamId, apiKey } = await api.tenant();
  const viewer = await sessionOf(api, organizationId, 'viewer');
  const other = (await createDraft(api, (await api.tenant()).apiKey)).json.envelope.id as string;
  const key = { authorization: `Bearer ${apiKey}` };
  const asViewer = { cookie: viewer, origin: ORIGIN, 'content-type': 'application/json' };
  const rename = { method: 'POST', headers: asViewer, body: JSON.stringify({ id: teamId, name: 'Mine' }) };
  const asked = await Promise.all([
    ...Array.from({ length: 100 }, () => fetch(`${origin}/api/v1/envelopes`)),
    ...Array.from({ length: 3 }, () => fetch(`${origin}/api/v1/envelopes/${other}`, { headers: key })),
    fetch(`${origin}/api/v1/envelopes?limit=many`, { headers: key }),
    fetch(`${origin}/api/trpc/team.change`, rename),
  ]);
  expect(asked.slice(-5).map(({ status }) => status)).toEqual([404, 404, 404, 422, 403]);
  const attempts = () => lines.flatMap((line) => line['attempts'] as Record<string, unknown>[]);
  const count = () => attempts().reduce((sum, { requests }) => sum + Number(requests), 0);
  await expect.poll(count, { timeout: patience(10_000) }).toBe(5);
  const known = expect.objectContaining({ organizationId, ipAddress: '127.0.0.1' }) as unknown;
  expect(attempts()).toEqual(expect.arrayContaining([known, known, known]));
  const told = Object.fromEntries(attempts().map((attempt) => [attempt['code'], attempt]));
  const keyId = expect.stringMatching(/^key_/) as unknown;
  expect(told).toMatchObject({
    not_found: { keyId, paths: [`/api/v1/envelopes/${other}`] },
    validation_failed: { keyId, paths: ['/api/v1/envelopes'] },
    forbidden: { userId: expect.stringMatching(/^user_/), paths: ['/api/trpc/team.change'] },
  });
});

it('the first page that a starting server requests of itself is no refusal', async () => {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const services = { ...api.services, log, countRefusal: openRefusalCounter(log, 1_000) };
  const ask = async (env: string) => {
    const claims = { env, part: 'par_none', epoch: 0, purpose: 'sign', exp: 1 } as const;
    const authorization = `Bearer ${mintSignerToken(claims, services.config.secretKeys)}`;
    const url = 'http://localhost:3000/api/signer/envelope';
    const request = new Request(url, { headers: { authorization } });
    const answer = await openRequester().within(() => answerApi(services, request, '203.0.113.9'));
    return answer.status;
  };
  expect([await ask(WARMING_ENVELOPE), await ask('env_other')]).toEqual([401, 401]);
  await expect.poll(() => lines.length, { timeout: patience(10_000) }).toBe(1);
  expect(lines[0]).toMatchObject({ requests: { 'unauthorized /api/signer': 1 } });
  expect(JSON.stringify(lines)).not.toContain(WARMING_ENVELOPE);
});

it('300 requests without a right to anything take a line, which says what they asked for and where from', async () => {
  const lines: Line[] = [];
  const log = openLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const services = { ...api.services, log, countRefusal: openRefusalCounter(log, 1_000) };
  const ask = (path: string) =>
    answerApi(services, new Request(`http://localhost:3000${path}`), '203.0.113.9');
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) => ask(n % 3 === 0 ? '/api/v1/envelopes' : '/scim/v2/Users')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  const url = new URL('http://localhost:3000/digest');
  const page = await admitPage(services, { request: new Request(url), url, socketAddress: '203.0.113.9' });
  if (page.kind !== 'admitted') throw new Error('the page is for everybody');
  await expect(page.caller.auth.getConsentRequest({ id: 'guessed' })).rejects.toThrow();
  await ask('/no-such-path');
  await api.until('the wave was logged', () => Promise.resolve(lines.length > 0));
  expect(lines).toMatchObject([
    {
      msg: 'requests refused',
      requests: { 'unauthorized /api/v1': 100, 'unauthorized /scim/v2': 200, 'unauthorized /digest': 1 },
      addresses: ['203.0.113.9'],
    },
  ]);
});
