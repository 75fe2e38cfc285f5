import { describe, expect, it } from 'vitest';
import { CLIENT, makeTemplate, use } from '../api/template/example.ts';
import { expectError } from '../support/answers.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { ALICE, createDraft, sendDraft } from '../support/envelopes.ts';
import { useMcp, type Connecting, type ToolAnswer } from '../support/mcp.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { tokenOf, type WireGraph } from '../support/signer.ts';

const api = useApi({ work: true });
const mcp = useMcp(api);

/** An agent whose client agrees to everything, and records how often it was asked. */
async function eager(tenant: Tenant, connecting: Connecting = {}) {
  const capabilities = { elicitation: { form: {} } };
  const connected = await mcp.connect(tenant, { options: { capabilities }, ...connecting });
  const questions: unknown[] = [];
  connected.client.setRequestHandler('elicitation/create', (request) => {
    questions.push(request.params);
    return { action: 'accept' as const, content: { confirm: true } };
  });
  return { ...connected, questions };
}

const read = async ({ apiKey }: Tenant, id: string) =>
  (await api.call('GET', `/api/v1/envelopes/${id}`, { key: apiKey })).json.envelope;
const draftIn = async ({ apiKey }: Tenant) => (await createDraft(api, apiKey)).json.envelope.id as string;
/** A sent envelope in which Alice asks something. */
async function askedEnvelope(tenant: Tenant) {
  const graph = (await sendDraft(api, tenant.apiKey)) as WireGraph;
  const key = await tokenOf(api, graph, ALICE.email);
  const body = { kind: 'question', text: 'When would we start?' } as const;
  const { json } = await api.ask('POST /api/signer/threads', { key, body });
  return { graph, thread: json.id as string };
}
const textOf = ({ content }: ToolAnswer) => content.map(({ text }) => text).join('\n');
const later = (minutes: number) => (api.clock.now = new Date(api.clock.now.getTime() + minutes * 60_000));
const rules = async (cookie: string, askFirst: boolean) =>
  (await callDashboard(api, 'mutation', 'agent.changeRules', { cookie, input: { askFirst } })).status;

describe('an agent that asks first', () => {
  it('sends, voids and corrects nothing, whatever its client answers, and says where the person can', async () => {
    const tenant = await api.tenant();
    const agent = await eager(tenant, { asksFirst: true });
    const draft = await draftIn(tenant);
    const { graph, thread } = await askedEnvelope(tenant);
    const sent = graph.envelope;
    const before = await read(tenant, sent.id);
    for (const [tool, args] of [
      ['send', { envelope: draft, version: 1 }],
      ['void', { envelope: draft }],
      ['void', { envelope: sent.id, back_to_draft: true }],
      ['void', { envelope: sent.id }],
      ['correct_recipient', { envelope: sent.id, recipient: ALICE.email }],
      ['answer_question', { envelope: sent.id, thread, text: 'Yes.' }],
    ] as const) {
      const answer = await agent.call(tool, args);
      expect(answer.structuredContent, tool).toMatchObject({ outcome: 'review_required' });
      expect(textOf(answer), tool).toContain('the user does this themselves');
      expect(textOf(answer), tool).toContain(`http://localhost:3000/envelopes/${args.envelope}`);
    }
    expect(agent.questions).toEqual([]);
    expect((await read(tenant, draft)).status).toBe('draft');
    expect(await read(tenant, sent.id)).toEqual(before);
  });

  it('is told what a draft lacks instead of being refused', async () => {
    const tenant = await api.tenant();
    const agent = await eager(tenant, { asksFirst: true });
    const { json } = await createDraft(api, tenant.apiKey, { participants: [], fields: [], detect: false });
    const answer = await agent.call('send', { envelope: json.envelope.id, version: 1 });
    expect(answer.structuredContent).toMatchObject({ outcome: 'review_required', status: 'draft' });
    expect(answer.isError).not.toBe(true);
  });

  it('still reminds those whom the person has reached', async () => {
    const tenant = await api.tenant();
    const sent = (await sendDraft(api, tenant.apiKey)).envelope;
    later(24 * 60);
    const agent = await eager(tenant, { asksFirst: true });
    const answer = await agent.call('remind', { envelope: sent.id });
    expect([answer.isError ?? false, textOf(answer)]).toEqual([false, expect.stringContaining('Reminded.')]);
  });

  it('sends nothing from a template over REST, publishes no form, and changes no template with one', async () => {
    const tenant = await api.tenant();
    const { template } = await makeTemplate(api, tenant.apiKey);
    const { token } = await mcp.connect(tenant, { asksFirst: true });
    const recipients = { client: CLIENT };
    const refused = await use(api, token, template.id, { recipients });
    expectError(refused, 'forbidden', { reason: 'person_sends' });
    const form = { enabled: true, roleApiName: 'client' };
    const path = `/api/v1/templates/${template.id}/form`;
    expectError(await api.call('PUT', path, { key: token, body: form }), 'forbidden', {
      reason: 'person_sends',
    });
    await api.call('PUT', path, { key: tenant.apiKey, body: form });
    for (const [method, target, body] of [
      ['PATCH', '', { name: 'Other' }],
      ['POST', '/restore', {}],
      ['PUT', '/fields', { fields: [] }],
    ] as const) {
      const changed = `/api/v1/templates/${template.id}${target}`;
      expectError(await api.call(method, changed, { key: token, body }), 'forbidden', {
        reason: 'person_sends',
      });
    }
    const draft = await use(api, token, template.id, { recipients, autoSend: false });
    expect([draft.status, draft.json.envelope.status]).toEqual([201, 'draft']);
  });
});

describe('the rule that all agents ask first', () => {
  it('counts from the next request on, whatever was allowed before, and is recorded once', async () => {
    const tenant = await api.tenant();
    const cookie = await sessionOf(api, tenant.organizationId, 'admin');
    const agent = await eager(tenant);
    const draft = await draftIn(tenant);
    for (let time = 0; time < 2; time++) expect(await rules(cookie, true)).toBe(200);
    const held = await agent.call('send', { envelope: draft, version: 1 });
    expect(held.structuredContent).toMatchObject({ outcome: 'review_required' });
    const list = await callDashboard(api, 'query', 'agent.list', { cookie });
    expect(list.json.result.data.items).toMatchObject([{ asksFirst: true }]);

    later(1);
    expect(await rules(cookie, false)).toBe(200);
    const sent = await agent.call('send', { envelope: draft, version: 1 });
    expect(sent.structuredContent).toMatchObject({ outcome: 'sent' });
    const log = await callDashboard(api, 'query', 'administrativeAction.list', { cookie });
    const changes = log.json.result.data.items.filter(
      ({ action }: { action: string }) => action === 'organization.agent_rules_changed',
    );
    expect(changes.map(({ details }: { details: unknown }) => details)).toEqual([
      { from: 'a person sends', to: 'as each person allowed' },
      { from: 'as each person allowed', to: 'a person sends' },
    ]);
  });
});
