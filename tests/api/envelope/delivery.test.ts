import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf, jobsDone } from '../../support/traces.ts';
import { CLIENT, sourceEnvelope, templateBody, use } from '../template/example.ts';

const api = useApi({ work: true });
const reminderPolicy = { firstAfterDays: 1, everyDays: 1, maxReminders: 3 };
const fields = [0, 1].map((participantIndex) => ({ ...SIGNATURE, participantIndex }));
const deliveries = (participants: readonly any[]) => participants.map(({ delivery }) => delivery);

/** An envelope for Alice, with the given delivery, and Bob, who gets emails. */
async function sent(delivery: string, extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = await sendDraft(api, tenant.apiKey, {
    participants: [{ ...ALICE, delivery }, BOB],
    fields,
    policy: { reminderPolicy },
    ...extra,
  });
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id as string };
}
const after = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as any;
const recipients = async (organizationId: string) =>
  (await api.mails(organizationId, 0)).map(({ recipient }) => recipient);

describe.each(['embedded', 'in_person'])('a participant with %s delivery', (delivery) => {
  it('gets no link and no reminder, and the log says so', async () => {
    const { key, id, graph, organizationId } = await sent(delivery);
    expect(deliveries(graph.participants)).toEqual([delivery, 'email']);
    const events = await eventsOf(api, key, id);
    expect(events.map(({ action }) => action)).not.toContain('participant.link_issued');
    expect(deliveries(events.find(({ action }) => action === 'envelope.sent')?.payload.participants)).toEqual(
      [delivery, undefined],
    );
    await jobsDone(api, id);
    expect(await recipients(organizationId)).toEqual([]);
  });

  it('has nothing to remind or to send again', async () => {
    const { key, id, graph } = await sent(delivery);
    const body = { expectedVersion: graph.envelope.version };
    const path = { id };
    expectInvalidState(
      await api.ask('POST /api/v1/envelopes/{id}/remind', { key, path, body }),
      'in_progress',
      'not_emailed',
    );
    const again = { ...path, participantId: graph.participants[0].id };
    expectInvalidState(
      await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
        key,
        path: again,
        body,
      }),
      'in_progress',
      'not_emailed',
    );
    expect((await after(key, id)).envelope.version).toBe(graph.envelope.version);
  });

  it('can be corrected, which ends what was open without an email', async () => {
    const { key, id, graph, organizationId } = await sent(delivery);
    const token = await tokenOf(api, graph, ALICE.email);
    const answer = await api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
      key,
      path: { id, participantId: graph.participants[0].id },
      body: { expectedVersion: graph.envelope.version, name: 'Alice B.' },
    });
    expect(answer.status).toBe(200);
    expectError(await api.ask('GET /api/signer/invitation', { key: token }), 'unauthorized', {
      reason: 'link_replaced',
    });
    await jobsDone(api, id);
    expect(await recipients(organizationId)).toEqual([]);
  });

  it('is not told of a recall, but everyone else is', async () => {
    const { key, id, graph, organizationId } = await sent(delivery, {
      participants: [
        { ...ALICE, delivery, orderIndex: 0 },
        { ...BOB, orderIndex: 0 },
      ],
    });
    await jobsDone(api, id);
    const body = { expectedVersion: graph.envelope.version };
    await api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body });
    await jobsDone(api, id);
    expect(await recipients(organizationId)).toEqual([BOB.email, BOB.email]);
  });

  it('is copied as it was set up', async () => {
    const { key, id } = await sent(delivery);
    const copied = await api.ask('POST /api/v1/envelopes/{id}/copy', { key, path: { id } });
    expect(deliveries((copied.json as any).participants)).toEqual([delivery, 'email']);
  });

  it('is changed or kept by an update of the draft, and back to email without it', async () => {
    const { apiKey: key } = await api.tenant();
    const { json } = await createDraft(api, key, {
      participants: [{ ...ALICE, delivery }],
      fields: [],
      detect: false,
    });
    const put = async (participants: object[]) =>
      (
        await api.call('PUT', `/api/v1/envelopes/${json.envelope.id}/draft`, {
          key,
          body: { participants, fields: [] },
        })
      ).json;
    expect(deliveries((await put([{ ...ALICE, delivery }])).participants)).toEqual([delivery]);
    expect(deliveries((await put([ALICE])).participants)).toEqual(['email']);
  });
});

describe('the outcome', () => {
  it.each([
    ['embedded', []],
    ['in_person', [ALICE.email]],
  ])('is emailed to someone who signed with %s delivery: %j', async (delivery, expected) => {
    const { key, id, graph, organizationId } = await sent(delivery);
    await signAs(api, graph, ALICE);
    await signAs(api, graph, BOB);
    await api.until('the seal', async () => (await actionsOf(api, key, id)).includes('envelope.sealed'));
    await jobsDone(api, id);
    const to = (await recipients(organizationId)).filter((email) => email === ALICE.email);
    expect(to).toEqual(expected);
  });

  it('is emailed to the sender who also signs as an embedded participant', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope: source } = await sendDraft(api, key);
    const me = { name: 'Olga Owner', email: source.senderEmail, delivery: 'embedded' };
    const graph = await sendDraft(api, key, { participants: [me], fields: fields.slice(0, 1) });
    await signAs(api, graph, me);
    const { id } = graph.envelope;
    await api.until('the seal', async () => (await actionsOf(api, key, id)).includes('envelope.sealed'));
    await jobsDone(api, id);
    expect((await recipients(organizationId)).filter((email) => email === me.email)).toHaveLength(1);
  });
});

describe('a template', () => {
  it('keeps the delivery of its roles, unless a recipient has another', async () => {
    const { apiKey: key } = await api.tenant();
    const people = ['A', 'B', 'C'].map((name, index) => ({
      name,
      email: `p${index}@example.com`,
      delivery: index === 0 ? 'in_person' : 'email',
    }));
    const source = await sourceEnvelope(api, key, { participants: people });
    const body = templateBody(source);
    const { template, roles } = (await api.ask('POST /api/v1/templates', { key, body })).json;
    expect(deliveries(roles)).toEqual(['in_person', 'email', 'email']);
    const made = async (client: object) =>
      (await use(api, key, template.id, { recipients: { client: { ...CLIENT, ...client } } })).json;
    expect((await made({})).participants[0].delivery).toBe('in_person');
    expect((await made({ delivery: 'embedded' })).participants[0].delivery).toBe('embedded');
    const refused = await use(api, key, template.id, {
      recipients: {
        client: { ...CLIENT, delivery: 'embedded', authentication: { method: 'email_code' } },
      },
    });
    expectIssues(refused, ['/recipients/client/authentication/method']);
  });
});

it('refuses unknown deliveries, and an emailed code for someone who is never emailed', async () => {
  const { apiKey: key } = await api.tenant();
  const refused = async (person: object) =>
    await createDraft(api, key, { participants: [{ ...ALICE, ...person }], fields: [] });
  expectIssues(await refused({ delivery: 'fax' }), ['/participants/0/delivery']);
  expectIssues(await refused({ delivery: 'embedded', authentication: { method: 'email_code' } }), [
    '/participants/0/authentication/method',
  ]);
});
