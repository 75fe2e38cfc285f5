import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { callTool } from '#server/mcp/call-tool.ts';
import { createRequestStates } from '#server/mcp/confirmation.ts';
import { getReviewScreen } from '#server/mcp/review/screen.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft, sendDraft } from '../support/envelopes.ts';
import { SCREENS, useMcp, type Connected, type ToolAnswer } from '../support/mcp.ts';

const api = useApi({ work: true });
const mcp = useMcp(api);

const MOST_BYTES = 120 * 1024;
const textOf = ({ content }: ToolAnswer) => content.map(({ text }) => text).join('\n');
const draftOf = async (tenant: Tenant, extra: Record<string, unknown> = {}) =>
  (await createDraft(api, tenant.apiKey, extra)).json.envelope.id as string;
const statusOf = async (tenant: Tenant, id: string) =>
  (await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey })).json.envelope.status;
/** The screen's data, including the token for its button. */
const shownTo = async ({ call }: Connected, envelope: string, more: Record<string, unknown> = {}) =>
  (await call('page_picture', { envelope, ...more }))._meta['countersign/review'];

describe('the file of the review screen', () => {
  it('is small, and names no other address', () => {
    const html = getReviewScreen();
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(MOST_BYTES);
    expect(html.match(/https?:\/\/|url\(|@import|\bsrc="|\bhref="/g)).toBeNull();
    expect(html).toContain(`content="default-src 'none'; script-src 'sha256-`);
  });

  it('is a resource that declares no domains', async () => {
    const { client } = await mcp.connect(await api.tenant(), { options: SCREENS });
    const { contents } = await client.readResource({ uri: 'ui://countersign/review' });
    expect(contents).toMatchObject([
      {
        mimeType: 'text/html;profile=mcp-app',
        text: getReviewScreen(),
        _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
      },
    ]);
  });
});

describe('the tools of the review screen', () => {
  it('are listed, hidden from the model, for clients that may show it', async () => {
    const tenant = await api.tenant();
    const uri = 'ui://countersign/review';
    for (const era of ['2025', '2026'] as const) {
      const connecting = { era, options: SCREENS };
      const { client } = await mcp.connect(tenant, connecting);
      const { tools } = await client.listTools();
      const metas = new Map(tools.map(({ name, _meta }) => [name, _meta]));
      for (const name of ['create_draft', 'edit_draft', 'preview', 'read_envelope', 'send'])
        expect(metas.get(name), name).toEqual({ ui: { resourceUri: uri } });
      for (const name of ['page_picture', 'confirm_send'])
        expect(metas.get(name), name).toEqual({ ui: { resourceUri: uri, visibility: ['app'] } });
      expect(metas.get('find_envelopes')).toBeUndefined();
    }
  });

  it('are not listed for clients that say they don’t, which see text as before', async () => {
    const tenant = await api.tenant();
    const { client, call } = await mcp.connect(tenant);
    const { tools } = await client.listTools();
    expect(tools.filter(({ name, _meta }) => _meta !== undefined || name === 'confirm_send')).toEqual([]);
    const answer = await call('read_envelope', { envelope: await draftOf(tenant) });
    expect(textOf(answer)).toContain('Nothing is missing');
  });

  it('give pictures and words to the screen alone', async () => {
    const tenant = await api.tenant();
    const id = await draftOf(tenant);
    const connected = await mcp.connect(tenant, { options: SCREENS });
    const answer = await connected.call('page_picture', { envelope: id, language: 'pt-BR' });
    expect(JSON.stringify([answer.content, answer.structuredContent ?? null]).length).toBeLessThan(1_000);
    const shown = answer._meta['countersign/review'];
    expect(Buffer.from(shown.page.png, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(shown).toMatchObject({ id, version: 1, language: 'pt', token: expect.any(String) });
    expect((await shownTo(connected, id, { language: 'xx' })).language).toBe('en');
  });

  it('send what was shown, once', async () => {
    const tenant = await api.tenant();
    const id = await draftOf(tenant);
    const connected = await mcp.connect(tenant, { options: SCREENS });
    const { token } = await shownTo(connected, id);
    const answer = await connected.call('confirm_send', { envelope: id, version: 1, token });
    expect(answer.structuredContent).toMatchObject({ outcome: 'sent', status: 'in_progress' });
    const again = await connected.call('confirm_send', { envelope: id, version: 1, token });
    expect(textOf(again)).toMatch(/^invalid_state[^]*reason: already_sent/);
    expect(await api.mails(tenant.organizationId, 1)).toHaveLength(1);
    expect((await shownTo(connected, id)).token).toBeNull();
  });

  it('refuse what was not shown to this person, in this version', async () => {
    const tenant = await api.tenant();
    const [id, other] = [await draftOf(tenant), await draftOf(tenant)];
    const connected = await mcp.connect(tenant, { options: SCREENS });
    const colleague = await mcp.connect(tenant, { options: SCREENS });
    const { token } = await shownTo(connected, id);
    const tokens = [
      'x',
      `${token}x`,
      (await shownTo(connected, other)).token,
      (await shownTo(colleague, id)).token,
    ];
    for (const wrong of tokens) {
      const answer = await connected.call('confirm_send', { envelope: id, version: 1, token: wrong });
      expect(textOf(answer)).toMatch(/^invalid_state[^]*reason: not_reviewed/);
    }
    const changes = [{ do: 'rename', name: 'Other' }];
    await connected.call('edit_draft', { envelope: id, version: 1, changes });
    const stale = await connected.call('confirm_send', { envelope: id, version: 1, token });
    expect(textOf(stale)).toMatch(/^version_conflict/);
    const renamed = await connected.call('confirm_send', { envelope: id, version: 2, token });
    expect(textOf(renamed)).toContain('not_reviewed');
    const unable = await mcp.connect(tenant, { agent: connected });
    const { token: fresh } = await shownTo(connected, id);
    const unseen = await unable.call('confirm_send', { envelope: id, version: 2, token: fresh });
    expect(textOf(unseen)).toContain('not_reviewed');
    expect([await statusOf(tenant, id), await statusOf(tenant, other)]).toEqual(['draft', 'draft']);
  });

  it('refuse what was shown too long ago', async () => {
    const tenant = await api.tenant();
    const id = await draftOf(tenant);
    const connected = await mcp.connect(tenant, { options: SCREENS });
    const { token } = await shownTo(connected, id);
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(claims.exp).toBeGreaterThan(Date.now() / 1000 + 3_500);
    expect(claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 3_600);
    const request = { mcpReq: { method: 'tools/call' } } as Parameters<typeof callTool>[3];
    const confirm = async (seconds: number) => {
      const states = createRequestStates(api.services, connected.grantId, seconds);
      const signed = await states.mint(claims.p, request);
      return await connected.call('confirm_send', { envelope: id, version: 1, token: signed });
    };
    const late = await confirm(-1);
    expect(textOf(late)).toMatch(/^invalid_state[^]*reason: review_expired/);
    expect(await statusOf(tenant, id)).toBe('draft');
    expect((await confirm(60)).structuredContent).toMatchObject({ outcome: 'sent' });
  });

  it('send nothing for an agent that asks first, or without the scope', async () => {
    const tenant = await api.tenant();
    const id = await draftOf(tenant);
    const free = await mcp.connect(tenant, { options: SCREENS });
    const { token } = await shownTo(free, id);
    const asking = await mcp.connect(tenant, { options: SCREENS, asksFirst: true });
    expect((await shownTo(asking, id)).token).toBeNull();
    const held = await asking.call('confirm_send', { envelope: id, version: 1, token });
    expect(held.structuredContent).toMatchObject({ outcome: 'review_required' });
    const reading = await mcp.connect(tenant, { options: SCREENS, scopes: ['envelopes:read'] });
    expect((await shownTo(reading, id)).token).toBeNull();
    await expect(reading.call('confirm_send', { envelope: id, version: 1, token })).rejects.toThrow();
    expect(await statusOf(tenant, id)).toBe('draft');
  });

  it('show how far an envelope is once it was sent', async () => {
    const tenant = await api.tenant();
    const sent = (await sendDraft(api, tenant.apiKey)).envelope;
    const connected = await mcp.connect(tenant, { options: SCREENS });
    const { token, why, steps, isDraft } = await shownTo(connected, sent.id);
    expect({ token, why, isDraft }).toEqual({ token: null, why: null, isDraft: false });
    expect(steps).toMatchObject([
      { when: 'Recipients', people: [{ notes: 'Waiting' }, { notes: 'Not their turn yet' }] },
    ]);
  });
});
