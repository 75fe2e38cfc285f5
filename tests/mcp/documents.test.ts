import { describe, expect, it, onTestFinished } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { endGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { useApi } from '../support/api.ts';
import type { FieldDetector } from '#server/pdf/reading/detector.ts';
import { inBody } from '../support/added-documents.ts';
import { IN_LINES } from '../support/base64-lines.ts';
import { createDraft, plainPdf } from '../support/envelopes.ts';
import { oneFieldForm } from '../support/one-field-form.ts';
import { useMcp, type Connected, type ToolAnswer } from '../support/mcp.ts';
import { startReceiver } from '../support/receiver.ts';

const api = useApi({ work: true });
const mcp = useMcp(api);

const textOf = (answer: ToolAnswer) => answer.content.map(({ text }) => text).join('\n');
const awaited = async ({ call }: Connected) => {
  const recipients = [{ name: 'Ada Lovelace', email: 'ada@example.com' }];
  const answer = await call('create_draft', { name: 'NDA.pdf', recipients });
  return { answer, ...answer.structuredContent } as {
    answer: ToolAnswer;
    envelope: string;
    upload: { url: string; expiresAt: string };
  };
};
const put = (url: string, body: Uint8Array | string, method = 'PUT') =>
  api.call(method, new URL(url).pathname, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: Buffer.from(body),
  });

/** Pauses detection once it has started. */
function holdDetection() {
  const services = api.services as { detector: FieldDetector };
  const usual = services.detector;
  let begins = (): void => undefined;
  let release = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begins = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  services.detector = {
    ...usual,
    detect: async (...args) => {
      begins();
      await released;
      return await usual.detect(...args);
    },
  };
  onTestFinished(() => {
    release();
    services.detector = usual;
  });
  return { begun, release };
}

describe('an upload link', () => {
  it('takes in the document once, and says what was found', async () => {
    const connected = await mcp.connect(await api.tenant());
    const { answer, envelope, upload } = await awaited(connected);
    expect(textOf(answer)).toContain(`curl -T FILE '${upload.url}'`);
    expect(textOf(answer)).toContain('the document: upload it');
    expect(upload.url).toMatch(/^http:\/\/localhost:3000\/api\/uploads\//);

    const bytes = await plainPdf();
    const taken = await put(upload.url, bytes);
    expect(taken.status).toBe(200);
    expect(taken.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(taken.bytes.toString()).toContain(`NDA · ${envelope}`);
    expect(taken.bytes.toString()).toContain('1 page');

    const again = await put(upload.url, bytes);
    expect([again.status, again.json.code]).toEqual([409, 'invalid_state']);
    await api.until('the document to be read', async () =>
      textOf(await connected.call('read_envelope', { envelope })).includes('draft, not sent'),
    );
  });

  it('takes in a further file of a draft', async () => {
    const tenant = await api.tenant();
    const connected = await mcp.connect(tenant);
    const { json } = await createDraft(api, tenant.apiKey);
    const envelope = json.envelope.id as string;
    const added = await connected.call('add_document', { envelope, name: 'Annex.pdf' });
    const { upload } = added.structuredContent;
    const taken = await put(upload.url, await plainPdf());
    expect(taken.status).toBe(200);
    expect(taken.bytes.toString()).toMatch(/Document: .* \+ Annex\.pdf · 2 pages/);
    const third = await connected.call('add_document', {
      ...{ envelope, name: 'Second annex.pdf' },
      content_base64: Buffer.from(await plainPdf()).toString('base64'),
    });
    expect(textOf(third)).toContain('3 pages');
  });

  it('takes in a further file while the first one is read, and both are searched', async () => {
    const tenant = await api.tenant();
    const connected = await mcp.connect(tenant);
    const document = inBody(oneFieldForm('First'));
    const { json } = await createDraft(api, tenant.apiKey, { document, participants: [], fields: [] });
    const envelope = json.envelope.id as string;
    const held = holdDetection();
    await api.ask('POST /api/v1/envelopes/{id}/detect', {
      ...{ key: tenant.apiKey, path: { id: envelope }, body: { expectedVersion: 1 } },
    });
    await held.begun;
    const given = {
      name: 'Given.pdf',
      content_base64: Buffer.from(oneFieldForm('Given')).toString('base64'),
    };
    const adding = connected.call('add_document', { envelope, ...given });
    const { structuredContent } = await connected.call('add_document', { envelope, name: 'Uploaded.pdf' });
    const taking = put(structuredContent.upload.url, oneFieldForm('Uploaded'));
    const read = async () =>
      (await api.ask('GET /api/v1/envelopes/{id}', { key: tenant.apiKey, path: { id: envelope } })).json;
    await api.until('all files to be there', async () => {
      const { documents } = (await read()).envelope;
      return documents.length === 3 && documents.every(({ status }) => status === 'received');
    });
    expect((await read()).envelope.status).toBe('detecting');
    held.release();
    expect(textOf(await adding)).toContain('3 pages');
    expect((await taking).status).toBe(200);
    await api.until('all files to be read', async () => (await read()).fields.length === 3);
    expect((await read()).fields.map(({ label }) => label).sort()).toEqual(['First', 'Given', 'Uploaded']);
  });

  it('refuses what is no document, and can be used again then', async () => {
    const connected = await mcp.connect(await api.tenant());
    const { upload } = await awaited(connected);
    const refused = await put(upload.url, 'no document');
    expect([refused.status, refused.json.code]).toEqual([422, 'document_unreadable']);
    expect((await put(upload.url, await plainPdf(), 'POST')).headers.get('allow')).toBe('PUT, OPTIONS');
    expect((await put(upload.url, await plainPdf())).status).toBe(200);
  });

  it('works for ten minutes, while the agent has access, for its own document only', async () => {
    const tenant = await api.tenant();
    const connected = await mcp.connect(tenant);
    const bytes = await plainPdf();
    const { upload, envelope } = await awaited(connected);
    const [body = '', mac = ''] = (new URL(upload.url).pathname.split('/').at(-1) ?? '').split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    expect(claims).toMatchObject({ env: envelope, org: tenant.organizationId });
    for (const changed of [{ env: 'env_x' }, { org: 'org_x' }, { exp: claims.exp + 60 }, { grant: 'x' }]) {
      const other = Buffer.from(JSON.stringify({ ...claims, ...changed })).toString('base64url');
      expect((await put(`http://localhost:3000/api/uploads/${other}.${mac}`, bytes)).status).toBe(401);
    }
    for (const path of ['/api/v1/envelopes', `/api/documents/${body}.${mac}`, '/mcp'])
      expect(
        (await api.call('GET', path, { headers: { authorization: `Bearer ${body}.${mac}` } })).status,
      ).toBe(401);

    const started = api.clock.now;
    try {
      api.clock.now = new Date(started.getTime() + LIMITS.agentUploadLifeMs);
      expect((await put(upload.url, bytes)).status).toBe(401);
    } finally {
      api.clock.now = started;
    }
    await transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
      endGrant(tx, connected.grantId, 'person', api.clock.now),
    );
    expect((await put(upload.url, bytes)).status).toBe(401);
  });
});

describe('a document’s base64', () => {
  it.each(IN_LINES)('may come in lines %s', async (_name, inLines) => {
    const { call } = await mcp.connect(await api.tenant());
    const answer = await call('create_draft', { name: 'NDA.pdf', content_base64: inLines(await plainPdf()) });
    expect(textOf(answer)).toContain('1 page');
    const { envelope } = answer.structuredContent;
    const added = { envelope, name: 'Annex.pdf', content_base64: inLines(await plainPdf()) };
    expect(textOf(await call('add_document', added))).toContain('2 pages');
  });

  it.each(IN_LINES)('has up to 64 KB of bytes, however many lines there are: %s', async (_name, inLines) => {
    const { call } = await mcp.connect(await api.tenant());
    const bytes = await plainPdf();
    const create = (size: number) =>
      call('create_draft', { name: 'NDA.pdf', content_base64: inLines(Buffer.concat([bytes], size)) });
    expect(textOf(await create(64 * 1024))).toContain('1 page');
    expect(textOf(await create(64 * 1024 + 1))).toMatch(/\/content_base64 must have at most 65,536 bytes/);
  });

  it.each(['no base64', 'QQ', 'Q=Q=', 'QQ==QQ==', 'QQ ==', '\u2028QQ=='])(
    'is refused as %j',
    async (text) => {
      const { call } = await mcp.connect(await api.tenant());
      const answer = await call('create_draft', { name: 'NDA.pdf', content_base64: text });
      expect(textOf(answer)).toMatch(/\/content_base64 must be base64/);
    },
  );
});

describe('a document’s URL', () => {
  const served = async (
    answers: Readonly<Record<string, [number, Record<string, string>, Uint8Array | string]>>,
  ) => {
    const receiver = await startReceiver(({ path }, _request, response) => {
      const [status, headers, body] = answers[path] ?? [404, {}, ''];
      response.writeHead(status, headers).end(body);
    });
    onTestFinished(() => receiver.close());
    return { receiver, origin: `http://127.0.0.1:${receiver.port}` };
  };

  it('is fetched, over redirects as well', async () => {
    const bytes = await plainPdf();
    const { origin, receiver } = await served({
      '/nda': [302, { location: '/files/nda.pdf' }, ''],
      '/files/nda.pdf': [200, { 'content-type': 'text/html' }, bytes],
    });
    const { call } = await mcp.connect(await api.tenant());
    const answer = await call('create_draft', { name: 'NDA.pdf', source_url: `${origin}/nda` });
    expect(textOf(answer)).toContain('1 page');
    expect(receiver.requests.map(({ path, headers }) => [path, headers['authorization']])).toEqual([
      ['/nda', undefined],
      ['/files/nda.pdf', undefined],
    ]);
  });

  it.each([
    ['is missing', '/missing', /\/source_url answered 404/],
    ['redirects in a circle', '/round', /\/source_url redirects too often/],
    ['leads into our network', '/inside', /\/source_url The host resolves to a blocked address/],
    ['is a page', '/page', /^unsupported_media_type/],
    ['is a local file', 'file:///etc/passwd', /\/source_url The URL must use https/],
  ])('is refused if it %s', async (_name, path, said) => {
    const { origin } = await served({
      '/round': [302, { location: '/round' }, ''],
      '/inside': [302, { location: 'http://169.254.169.254/latest/meta-data' }, ''],
      '/page': [200, {}, '<html>not a document</html>'],
    });
    const { call } = await mcp.connect(await api.tenant());
    const url = path.startsWith('/') ? `${origin}${path}` : path;
    const answer = await call('create_draft', { name: 'NDA.pdf', source_url: url });
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(said);
    expect(textOf(await call('find_envelopes'))).toMatch(/0 envelopes$/);
  });

  it('is fetched for an organization twice at the same moment, no more', async () => {
    const held: (() => void)[] = [];
    const receiver = await startReceiver((_received, _request, response) => {
      held.push(() => response.end('not a document'));
    });
    onTestFinished(() => receiver.close());
    const { call } = await mcp.connect(await api.tenant());
    const args = { name: 'NDA.pdf', source_url: `http://127.0.0.1:${receiver.port}/` };
    const fetching = [call('create_draft', args), call('create_draft', args)];
    await api.until('both to be fetched', () => Promise.resolve(held.length === 2));
    expect(textOf(await call('create_draft', args))).toMatch(/^rate_limited/);
    for (const finish of held) finish();
    for (const answer of await Promise.all(fetching))
      expect(textOf(answer)).toMatch(/^unsupported_media_type/);
  });
});
