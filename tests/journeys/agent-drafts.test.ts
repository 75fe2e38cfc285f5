import { expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { plainPdf, SIGNATURE } from '../support/envelopes.ts';
import { useMcp, type ToolAnswer } from '../support/mcp.ts';
import { callDashboard, sessionOf } from '../support/session.ts';
import { signAs, type WireGraph } from '../support/signer.ts';
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
