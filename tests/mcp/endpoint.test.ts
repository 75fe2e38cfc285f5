import { request as httpRequest } from 'node:http';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { readDocumentToken } from '#server/crypto/tokens/document-token.ts';
import { readSignerToken } from '#server/crypto/signer-token.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { endGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { agentOf, tokenOf } from '../support/agent.ts';
import { useApi } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useMcp } from '../support/mcp.ts';

const api = useApi();
const mcp = useMcp(api);

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const CALL = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
const ACCEPT = 'application/json, text/event-stream';

/** A request from a 2025 client, with header fields that fetch wouldn't send. */
async function post(
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return await new Promise<{ status: number; headers: Record<string, any>; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        mcp.url,
        {
          method,
          headers: {
            accept: ACCEPT,
            'content-type': 'application/json',
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        (response) => {
          let said = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: said }),
          );
        },
      );
      request.on('error', reject);
      request.end(method === 'POST' ? text : undefined);
    },
  );
}

describe('authentication', () => {
  it('requires a valid token of this service for this resource', async () => {
    const tenant = await api.tenant();
    const agent = await agentOf(api, tenant.organizationId);
    const claims = {
      sub: agent.userId,
      client_id: agent.clientId,
      scope: 'envelopes:read',
      grant: agent.grantId,
      org: tenant.organizationId,
    };
    expect((await post(agent.token, LIST)).status).toBe(200);
    const seconds = Math.floor(api.clock.now.getTime() / 1000);
    for (const [name, token] of [
      ['none', null],
      ['an API key', tenant.apiKey],
      ['another audience', await tokenOf(api, { ...claims, aud: 'https://elsewhere.example/mcp' })],
      ['expired', await tokenOf(api, { ...claims, exp: seconds - 1 })],
      ['another issuer', await tokenOf(api, { ...claims, iss: 'https://elsewhere.example' })],
      [
        'another organization',
        await tokenOf(api, { ...claims, org: (await api.tenant('Other')).organizationId }),
      ],
    ] as const) {
      const answer = await post(token, LIST);
      expect([name, answer.status]).toEqual([name, 401]);
      expect(answer.headers['www-authenticate']).toContain(
        'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"',
      );
      expect(answer.headers['www-authenticate']).toContain('envelopes:send');
    }
    await transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
      endGrant(tx, agent.grantId, 'person', api.clock.now),
    );
    expect((await post(agent.token, LIST)).status).toBe(401);
  });

  it('reports the missing scopes', async () => {
    const tenant = await api.tenant();
    const { token } = await agentOf(api, tenant.organizationId, {
      scopes: ['envelopes:read', 'envelopes:write'],
    });
    const id = 'env_01h455vb4pex5vsknk084sn02q';
    for (const [name, args, scope] of [
      ['send', { envelope: id }, 'envelopes:read envelopes:write envelopes:send'],
      ['save_template', { template: id }, 'envelopes:read envelopes:write templates:read templates:write'],
      ['create_draft', { template: 'tpl_x' }, 'envelopes:read envelopes:write templates:read'],
    ] as const) {
      const answer = await post(token, CALL(name, args));
      expect([name, answer.status]).toEqual([name, 403]);
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"');
      expect(answer.headers['www-authenticate']).toContain(`scope="${scope}"`);
      expect(answer.headers['www-authenticate']).toContain('resource_metadata="http://localhost:3000/');
    }
    expect((await post(token, CALL('create_draft', {}))).status).toBe(200);
    const { token: templates } = await agentOf(api, tenant.organizationId, { scopes: ['templates:read'] });
    const read = {
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/read',
      params: { uri: `countersign://envelopes/${id}` },
    };
    expect((await post(templates, read)).status).toBe(403);
  });
});

describe('a request', () => {
  it('must have our Host and no foreign Origin', async () => {
    const { token } = await agentOf(api, (await api.tenant()).organizationId);
    for (const headers of [
      { host: 'evil.example' },
      { host: 'localhost.evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example:3000' },
      { origin: 'https://localhost:3000@evil.example' },
    ]) {
      const answer = await post(token, LIST, headers as Record<string, string>);
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(JSON.parse(answer.text).code).toBe('forbidden');
      // A stranger learns nothing more.
      expect((await post(null, LIST, headers as Record<string, string>)).status).toBe(403);
    }
    for (const headers of [{ host: 'localhost:3000' }, { origin: 'http://localhost:3000' }])
      expect((await post(token, LIST, headers as Record<string, string>)).status).toBe(200);
  });

  it('must be JSON within the size limit', async () => {
    const { token } = await agentOf(api, (await api.tenant()).organizationId);
    const broken = await post(token, '{"jsonrpc":');
    expect([broken.status, JSON.parse(broken.text).error.code]).toEqual([400, -32700]);
    expect((await post(token, LIST, { 'content-type': 'text/plain' })).status).toBe(415);
    const long = await post(token, `"${'x'.repeat(LIMITS.mcpBodyMaxBytes)}"`);
    expect([long.status, JSON.parse(long.text).code]).toEqual([413, 'payload_too_large']);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await post(token, LIST, { accept: 'text/event-stream' }, method);
      expect([method, answer.status]).toEqual([method, 405]);
    }
  });

  it('counts every message of a batch, up to the maximum', async () => {
    const { token } = await agentOf(api, (await api.tenant()).organizationId);
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const first = await post(token, [1, 2, 3].map(ping));
    expect(first.status).toBe(200);
    const left = Number(first.headers['ratelimit-remaining']);
    const second = await post(token, ping(1));
    // Two more of the batch were counted while it was processed.
    expect(Number(second.headers['ratelimit-remaining'])).toBe(left - 3);
    const many = await post(
      token,
      Array.from({ length: LIMITS.mcpBatchMax + 1 }, (_, id) => ping(id)),
    );
    expect([many.status, JSON.parse(many.text).error.code]).toEqual([400, -32600]);
  });

  it('never causes an internal error', async () => {
    const { token } = await agentOf(api, (await api.tenant()).organizationId);
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const of = (args: unknown) => call({ name: 'find_envelopes', arguments: args });
    for (const body of [
      ...[
        'null',
        '1',
        '""',
        '[]',
        '{}',
        '[[]]',
        '[null]',
        deep,
        `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}}`,
      ],
      ...[call(null), call([]), call({}), call({ name: null }), call({ name: '__proto__', arguments: {} })],
      ...[
        call({ name: 'constructor' }),
        call({ name: 'x'.repeat(100_000) }),
        of(null),
        of([]),
        of('x'),
        of({ limit: 1e999 }),
      ],
      ...[
        of(JSON.parse('{"__proto__":{"limit":1}}')),
        of({ q: '\ud800' }),
        of({ q: 'a\u0000' }),
        of({ cursor: 'x' }),
      ],
      of(JSON.parse(`{"q":${'{"q":'.repeat(100)}1${'}'.repeat(100)}}`)),
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: { a: 1 }, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 'tools/nothing' },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri: 'countersign://envelopes/../../etc' },
      },
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'not a uri' } },
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: 'x', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      },
      { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: '__proto__' } },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]) {
      const answer = await post(token, body);
      const what = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 80);
      expect([what, answer.status < 500, /-32603|"internal"/.test(answer.text)]).toEqual([what, true, false]);
    }
  });

  it('for change notifications is refused', async () => {
    const { token } = await agentOf(api, (await api.tenant()).organizationId);
    const listen = {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const answer = await post(token, listen, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    });
    expect(answer.text).toContain('Subscription limit');
  });
});

describe('a document’s link', () => {
  const linkIn = async () => {
    const tenant = await api.tenant();
    const { json } = await createDraft(api, tenant.apiKey);
    const connected = await mcp.connect(tenant);
    const answer = await connected.call('get_file', { envelope: json.envelope.id });
    return { tenant, connected, graph: json, link: answer.structuredContent };
  };
  const open = (url: string, method = 'GET', headers = {}) =>
    api.call(method, new URL(url).pathname, { headers });

  it('returns its file as a download', async () => {
    const { link, graph } = await linkIn();
    expect(link).toMatchObject({ variant: 'prepared', expiresAt: '2027-03-01T09:05:00.000Z', pageCount: 1 });
    const file = await open(link.url);
    expect(file.status).toBe(200);
    expect(computeSha256Hex(file.bytes)).toBe(link.sha256);
    expect(link.sha256).toBe(graph.envelope.documentHash);
    expect(file.bytes.length).toBe(link.sizeBytes);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="Agreement\.pdf"/);
    expect(file.headers.get('cache-control')).toMatch(/no-store/);
    expect((await open(link.url, 'HEAD')).status).toBe(200);
    expect((await open(link.url, 'DELETE')).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await open(`${link.url}/more`)).status).toBe(401);
  });

  it('is valid for five minutes, while the agent has access', async () => {
    const { link, tenant, connected } = await linkIn();
    const started = api.clock.now;
    try {
      api.clock.now = new Date(started.getTime() + LIMITS.documentUrlLifeMs - 1000);
      expect((await open(link.url)).status).toBe(200);
      api.clock.now = new Date(started.getTime() + LIMITS.documentUrlLifeMs);
      expect((await open(link.url)).status).toBe(401);
    } finally {
      api.clock.now = started;
    }
    // What the agent itself is refused, its link is refused too.
    const { organizationId } = tenant;
    const requireSecondFactor = (isRequired: boolean) =>
      transaction(api.services.db, { organizationId }, (tx) =>
        tx.execute(sql`update organizations set require_second_factor = ${isRequired}`),
      );
    await requireSecondFactor(true);
    expect((await open(link.url)).status).toBe(401);
    await requireSecondFactor(false);
    expect((await open(link.url)).status).toBe(200);
    await transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
      endGrant(tx, connected.grantId, 'person', api.clock.now),
    );
    expect((await open(link.url)).status).toBe(401);
  });

  it('has a token that works for nothing else and cannot be changed', async () => {
    const { link, graph } = await linkIn();
    const token = new URL(link.url).pathname.split('/').at(-1) ?? '';
    const [body = '', mac = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const keys = api.services.config.secretKeys;
    expect(readDocumentToken(token, keys, api.clock.now)).toMatchObject({
      env: graph.envelope.id,
      variant: 'prepared',
    });
    expect(readSignerToken(token, keys)).toBeNull();
    for (const [path, method] of [
      ['/api/signer/document', 'GET'],
      ['/api/signer/envelope', 'GET'],
      ['/api/v1/envelopes', 'GET'],
      [`/api/v1/envelopes/${graph.envelope.id}/document`, 'GET'],
      ['/mcp', 'POST'],
    ] as const) {
      const answer = await api.call(method, path, { headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    expect((await api.call('GET', `/api/signer/document?token=${token}`)).status).toBe(401);
    for (const changed of [
      { variant: 'original' },
      { exp: claims.exp + 60 },
      { env: 'env_x' },
      { org: 'org_x' },
    ]) {
      const other = Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url');
      expect((await open(`http://localhost:3000/api/documents/${other}.${mac}`)).status).toBe(401);
    }
    for (const bad of [
      '',
      'x',
      '.',
      `${body}.`,
      `${body}.${mac}.${mac}`,
      `${body}.${mac.slice(1)}`,
      'x'.repeat(2000),
    ])
      expect((await open(`http://localhost:3000/api/documents/${bad}`)).status).toBe(401);
  });
});

describe('resources and prompts', () => {
  it('return an envelope and its document', async () => {
    const tenant = await api.tenant();
    const { json } = await createDraft(api, tenant.apiKey);
    for (const era of ['2025', '2026'] as const) {
      const { client } = await mcp.connect(tenant, { era });
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'countersign://envelopes/{id}',
        'countersign://envelopes/{id}/document/{variant}',
      ]);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(['ui://countersign/review']);
      const at = `countersign://envelopes/${json.envelope.id}`;
      const [envelope] = (await client.readResource({ uri: at })).contents as any[];
      expect(envelope.text).toContain(`${json.envelope.displayName} · ${json.envelope.id} · version 1`);
      expect(envelope._meta).toEqual({ 'countersign/untrusted': true });
      const [file] = (await client.readResource({ uri: `${at}/document/prepared` })).contents as any[];
      expect(computeSha256Hex(Buffer.from(file.blob, 'base64'))).toBe(json.envelope.documentHash);
      expect(file.mimeType).toBe('application/pdf');
      for (const uri of [
        `${at}/document/sealed`,
        `${at}/document/x`,
        'countersign://envelopes/env_x',
        'countersign://x',
      ])
        await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: expect.any(Number) });
      const other = await mcp.connect(await api.tenant('Other'), { era });
      await expect(other.client.readResource({ uri: at })).rejects.toThrow(/not found/i);
    }
  });

  it('cover common tasks, with quoted arguments', async () => {
    for (const era of ['2025', '2026'] as const) {
      const { client } = await mcp.connect(await api.tenant(), { era });
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual([
        'prepare_envelope',
        'chase_late_signers',
        'summarize_contract',
        'check_evidence',
      ]);
      for (const { name, arguments: takes = [] } of prompts) {
        const args = Object.fromEntries(takes.map((one) => [one.name, `the “${one.name}”\nand more`]));
        const { messages } = await client.getPrompt({ name, arguments: args });
        const said = messages.map(({ content }) => (content as { text: string }).text).join('\n');
        for (const one of takes) expect(said).toContain(`“the "${one.name}" and more”`);
        expect(said).toMatch(/call |Call /);
      }
      await expect(client.getPrompt({ name: 'summarize_contract', arguments: {} })).rejects.toThrow();
    }
  });
});
