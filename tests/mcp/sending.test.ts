import { describe, expect, it } from 'vitest';
import { useApi, type Tenant } from '../support/api.ts';
import { ALICE, BOB, createDraft } from '../support/envelopes.ts';
import { useMcp, type Connected } from '../support/mcp.ts';

const api = useApi({ work: true });
const mcp = useMcp(api);

const REVISION = '2026-07-28';
const FORMS = { elicitation: { form: {} } };

type Reply = { status: number; result?: any; error?: any };

/**
 * One round of a call as a client of the newest revision sends it, so that a test can change what is
 * transmitted.
 */
async function round(
  { token }: Pick<Connected, 'token'>,
  args: Record<string, unknown>,
  {
    capabilities = FORMS,
    ...answer
  }: { capabilities?: object; requestState?: string; inputResponses?: object } = {},
): Promise<Reply> {
  const response = await fetch(mcp.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': 'send',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'send',
        arguments: args,
        ...answer,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
        },
      },
    }),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const YES = { confirm: { action: 'accept', content: { confirm: true } } };

async function draftIn(tenant: Tenant) {
  const { json } = await createDraft(api, tenant.apiKey);
  const id = json.envelope.id as string;
  return { id, args: { envelope: id, version: 1 }, graph: json };
}
const statusOf = async (tenant: Tenant, id: string) =>
  (await api.call('GET', `/api/v1/envelopes/${id}`, { key: tenant.apiKey })).json.envelope.status;

describe('send, with elicitation', () => {
  it('asks the user, with recipients and the document’s hash, and sends if they agree', async () => {
    const tenant = await api.tenant();
    const { args, id, graph } = await draftIn(tenant);
    const connected = await mcp.connect(tenant, { options: { capabilities: FORMS } });
    const questions: any[] = [];
    connected.client.setRequestHandler('elicitation/create', (request) => {
      questions.push(request.params);
      return { action: 'accept' as const, content: { confirm: true } };
    });
    const answer = await connected.call('send', args);
    expect(answer.structuredContent).toEqual({
      ...{ outcome: 'sent', envelope: id, status: 'in_progress', version: 3 },
      reviewUrl: `http://localhost:3000/envelopes/${id}`,
    });
    expect(questions).toHaveLength(1);
    const [{ message, requestedSchema }] = questions;
    for (const named of [ALICE.name, ALICE.email, BOB.name, BOB.email, graph.envelope.documentHash])
      expect(message).toContain(named);
    expect(message).toMatch(/^Document: .*, 1 page$/m);
    expect(message.indexOf(ALICE.name)).toBeLessThan(message.indexOf(BOB.name));
    expect(requestedSchema).toMatchObject({
      properties: { confirm: { type: 'boolean' } },
      required: ['confirm'],
    });

    // Repeating the same call neither asks nor sends again.
    const again = await connected.call('send', args);
    expect(again.isError).toBe(true);
    expect(again.content[0]?.text).toMatch(/^invalid_state/);
    expect(questions).toHaveLength(1);
    expect(
      (await api.mails(tenant.organizationId, 1)).filter(({ recipient }) => recipient === ALICE.email),
    ).toHaveLength(1);
  });

  it.each([
    ['a no', { action: 'decline' }],
    ['a closed window', { action: 'cancel' }],
    ['a form without the tick', { action: 'accept', content: { confirm: false } }],
    ['a form of another shape', { action: 'accept', content: { confirm: 'true' } }],
  ])('sends nothing after %s', async (_name, confirm) => {
    const tenant = await api.tenant();
    const { id, args } = await draftIn(tenant);
    const connected = await mcp.connect(tenant);
    const { result } = await round(connected, args);
    const answered = await round(connected, args, {
      requestState: result.requestState,
      inputResponses: { confirm },
    });
    expect(answered.result.structuredContent).toMatchObject({
      outcome: 'not_confirmed',
      reviewUrl: expect.any(String),
    });
    expect(await statusOf(tenant, id)).toBe('draft');
  });

  it('schedules if they agree, and an answer counts once', async () => {
    const tenant = await api.tenant();
    const { id, args } = await draftIn(tenant);
    const connected = await mcp.connect(tenant);
    const later = { ...args, at: '2027-03-02T09:00:00Z' };
    const { result } = await round(connected, later);
    expect(result.inputRequests.confirm.params.message).toContain('2027-03-02T09:00:00.000Z');
    const confirmed = { requestState: result.requestState, inputResponses: YES };
    const scheduled = await round(connected, later, confirmed);
    expect(scheduled.result.structuredContent).toMatchObject({
      ...{ outcome: 'scheduled', status: 'draft', version: 2 },
    });
    expect(scheduled.result.content[1].text).toContain('will be sent 2027-03-02 09:00 UTC');
    // The confirmed version is the one that will be sent.
    const changes = [{ do: 'set_recipient', name: 'Mallory', email: 'm@example.com' }];
    const changed = await connected.call('edit_draft', { envelope: id, version: 2, changes });
    expect(changed.isError).toBe(true);
    expect(changed.content[1]?.text).toContain('reason: scheduled');
    const again = await round(connected, later, confirmed);
    expect(again.result.isError).toBe(true);
    expect(again.result.content[0].text).toMatch(/^version_conflict/);
  });

  it('refuses a confirmation that was tampered with, made up, or made for another agent', async () => {
    const tenant = await api.tenant();
    const { id, args } = await draftIn(tenant);
    const connected = await mcp.connect(tenant);
    const { requestState } = (await round(connected, args)).result;
    const [version, body, mac] = requestState.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, p: { ...claims.p, version: 2 } })).toString(
      'base64url',
    );
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 3600 })).toString('base64url');
    for (const [name, state] of [
      ['other claims', [version, other, mac].join('.')],
      ['a longer life', [version, longer, mac].join('.')],
      ['no signature', [version, body, ''].join('.')],
      ['another signature', [version, body, `${mac.slice(0, -2)}AA`].join('.')],
      ['nothing of ours', 'yes'],
    ]) {
      const reply = await round(connected, args, { requestState: state ?? '', inputResponses: YES });
      expect([name, reply.error?.code, reply.error?.message]).toEqual([
        name,
        -32602,
        'Invalid or expired requestState',
      ]);
    }
    const colleague = await mcp.connect(tenant);
    const stolen = await round(colleague, args, { requestState, inputResponses: YES });
    expect(stolen.error?.code).toBe(-32602);
    expect(await statusOf(tenant, id)).toBe('draft');
  });

  it('asks again after a response to no question or a different one', async () => {
    const tenant = await api.tenant();
    const [first, second] = [await draftIn(tenant), await draftIn(tenant)];
    const connected = await mcp.connect(tenant);
    const unasked = await round(connected, first.args, { inputResponses: YES });
    expect(unasked.result.resultType).toBe('input_required');
    const { requestState } = unasked.result;
    const elsewhere = { requestState, inputResponses: YES };
    const other = await round(connected, second.args, elsewhere);
    expect(other.result.resultType).toBe('input_required');
    const later = { ...first.args, at: '2027-03-02T09:00:00Z' };
    expect((await round(connected, later, elsewhere)).result.resultType).toBe('input_required');

    // The confirmation was for the version at that time.
    const changed = await api.call('PUT', `/api/v1/envelopes/${first.id}/draft`, {
      key: tenant.apiKey,
      body: { participants: [{ name: 'Mallory', email: 'mallory@example.com' }], fields: [] },
    });
    expect(changed.json.envelope.version).toBe(2);
    const stale = await round(connected, first.args, elsewhere);
    expect(stale.result.isError).toBe(true);
    expect(stale.result.content[0].text).toContain('version_conflict');
    const current = await round(connected, { ...first.args, version: 2 }, elsewhere);
    expect(current.result.resultType).toBe('input_required');
    for (const { id } of [first, second]) expect(await statusOf(tenant, id)).toBe('draft');
  });

  it('does not ask about a draft that cannot be sent', async () => {
    const tenant = await api.tenant();
    const connected = await mcp.connect(tenant);
    const empty = await createDraft(api, tenant.apiKey, { participants: [], fields: [], detect: false });
    const reply = await round(connected, { envelope: empty.json.envelope.id, version: 1 });
    expect(reply.result).toMatchObject({ isError: true });
    expect(reply.result.content[1].text).toContain('/participants');
    const { args } = await draftIn(tenant);
    const past = await round(connected, { ...args, at: '2020-01-01T00:00:00Z' });
    expect(past.result.content[1].text).toContain('/sendAt');
  });
});

describe('send, without elicitation', () => {
  it.each([
    ['nothing', {}],
    ['addresses only', { elicitation: { url: {} } }],
    ['sampling only', { sampling: {} }],
  ])('of %s returns where to review the draft, and sends nothing', async (_name, capabilities) => {
    const tenant = await api.tenant();
    const { id, args } = await draftIn(tenant);
    const connected = await mcp.connect(tenant);
    const reply = await round(connected, args, { capabilities, inputResponses: YES });
    expect(reply.result.structuredContent).toMatchObject({
      outcome: 'review_required',
      reviewUrl: `http://localhost:3000/envelopes/${id}/edit`,
    });
    expect(await statusOf(tenant, id)).toBe('draft');
  });
});
