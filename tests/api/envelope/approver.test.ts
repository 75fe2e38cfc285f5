import { describe, expect, it } from 'vitest';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, listed, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';
import { CLIENT, sourceEnvelope, templateBody, use } from '../template/example.ts';

const api = useApi({ work: true });
const APPROVER = { ...ALICE, role: 'approver' };

async function sent(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const fields = [{ ...SIGNATURE, participantIndex: 1 }];
  const graph = await sendDraft(api, tenant.apiKey, { participants: [APPROVER, BOB], fields, ...extra });
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id as string };
}
const approve = async (graph: any, body: object = { values: [] }) =>
  await api.call('POST', '/api/signer/sign', { key: await tokenOf(api, graph, ALICE.email), body });

describe('an approver', () => {
  it('is asked to approve, and approves without a signature', async () => {
    const { key, graph, id, organizationId } = await sent();
    expect(graph.participants.map(({ role }: any) => role)).toEqual(['approver', 'signer']);
    const [mail] = await api.mails(organizationId, 1);
    expect(mail?.subject).toBe('Olga Owner has asked you to approve “Agreement”');
    const invited = await api.ask('GET /api/signer/invitation', {
      key: await tokenOf(api, graph, ALICE.email),
    });
    expect(invited.json.role).toBe('approver');

    const answer = await approve(graph);
    expect([answer.status, answer.json]).toEqual([200, { status: 'in_progress' }]);
    const { participants, envelope } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } }))
      .json;
    expect(participants[0]).toMatchObject({ status: 'signed', signedAt: api.clock.now.toISOString() });
    expect(envelope.version).toBe(5);
    const events = await eventsOf(api, key, id);
    expect(events[1]?.payload.participants.map(({ role }: any) => role)).toEqual(['approver', undefined]);
    expect(events.find(({ action }) => action === 'participant.approved')).toMatchObject({
      actorType: 'signer',
      payload: { participantId: participants[0].id, signatureKind: null, fieldCount: 0 },
    });
    expect((await listed(api, key, id)).signers[0].status).toBe('signed');
    expect((await approve(graph)).json).toEqual({ status: 'in_progress' });
  });

  it('is on the certificate and in the evidence, and the sealed document verifies', async () => {
    const { key, graph, id } = await sent();
    await approve(graph);
    expect((await signAs(api, graph, BOB)).json).toEqual({ status: 'completed' });
    await api.until('the seal', async () => (await actionsOf(api, key, id)).includes('envelope.sealed'));
    const evidence = (await api.ask('GET /api/v1/envelopes/{id}/evidence', { key, path: { id } })).json;
    expect(JSON.stringify(evidence)).toContain('participant.approved');
  });

  it('may have fields, with the same required values as a signer', async () => {
    const place = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.05, participantIndex: 0 };
    const { graph } = await sent({
      fields: [
        { ...place, type: 'text' },
        { ...SIGNATURE, participantIndex: 0 },
      ],
    });
    expectIssues(await approve(graph), ['/signature', '/values']);
    const { fields } = (
      await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, graph, ALICE.email) })
    ).json;
    const values = [{ fieldId: fields[0].id, value: 'Seen' }];
    expect((await approve(graph, { values, signature: { kind: 'typed', text: 'A' } })).status).toBe(200);
  });

  it('waits for their turn, and can decline', async () => {
    const { graph } = await sent({ participants: [BOB, APPROVER], fields: [], detect: false });
    expectError(await approve(graph), 'not_your_turn');
    const first = await sent();
    const key = await tokenOf(api, first.graph, ALICE.email);
    const declined = await api.ask('POST /api/signer/decline', { key, body: { reason: 'No' } });
    expect(declined.json).toEqual({ status: 'declined' });
  });

  it('must be a known role', async () => {
    const { apiKey } = await api.tenant();
    const participants = [{ ...BOB, role: 'viewer' }];
    expectIssues(await createDraft(api, apiKey, { participants, fields: [] }), ['/participants/0/role']);
  });
});

describe('a template', () => {
  it('keeps approvers, unless overridden', async () => {
    const { apiKey: key } = await api.tenant();
    const people = ['A', 'B', 'C'].map((name, index) => ({
      name,
      email: `p${index}@example.com`,
      role: index === 0 ? 'approver' : 'signer',
    }));
    const source = await sourceEnvelope(api, key, { participants: people });
    const body = templateBody(source);
    const roles = body.roles.map((role, index) =>
      index === 2 ? { ...role, role: 'approver' as const } : role,
    );
    const { template, roles: kept } = (
      await api.ask('POST /api/v1/templates', { key, body: { ...body, roles } })
    ).json;
    expect(kept.map(({ role }: any) => role)).toEqual(['approver', 'signer', 'approver']);
    const made = async (client: object) =>
      (await use(api, key, template.id, { recipients: { client: { ...CLIENT, ...client } } })).json
        .participants[0];
    expect((await made({})).role).toBe('approver');
    expect((await made({ role: 'signer' })).role).toBe('signer');
  });
});
