import { describe, expect, it } from 'vitest';
import { expectError, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, listed, sendDraft } from '../../support/envelopes.ts';
import { raceGroup } from '../../support/group-race.ts';
import { useOwner } from '../../support/owner.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';
import { CLIENT, sourceEnvelope, templateBody, use, WITNESS } from '../template/example.ts';

const api = useApi({ work: true });
const owner = useOwner(api);
const CAROL = { name: 'Carol', email: 'carol@example.com' };
const GROUP = [
  { ...CAROL, orderIndex: 9 },
  { ...ALICE, orderIndex: 3 },
  { ...BOB, orderIndex: 3 },
];

async function sent() {
  const tenant = await api.tenant();
  const graph = await sendDraft(api, tenant.apiKey, { participants: GROUP, fields: [], detect: false });
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id as string };
}
const orderOf = ({ participants }: any) =>
  participants.map(({ name, orderIndex }: any) => [name, orderIndex]);

describe('order indexes', () => {
  it('are kept as given, and sort the participants', async () => {
    const { key, graph, id } = await sent();
    const order = [
      [ALICE.name, 3],
      [BOB.name, 3],
      [CAROL.name, 9],
    ];
    expect(orderOf(graph)).toEqual(order);
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json).toEqual(graph);
  });

  it('assign fields by the position in the request', async () => {
    const { apiKey: key } = await api.tenant();
    const field = { type: 'text', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.05, participantIndex: 0 };
    const { json } = await createDraft(api, key, { participants: GROUP, fields: [field] });
    expect(json.fields[0].participantId).toBe(json.participants[2].id);
  });

  it('are refused outside 0 to 99, and for some only', async () => {
    const { apiKey: key } = await api.tenant();
    const refused = (...order: unknown[]) =>
      createDraft(api, key, {
        participants: order.map((orderIndex) => ({
          ...BOB,
          ...(orderIndex === undefined ? {} : { orderIndex }),
        })),
        fields: [],
      });
    expectIssues(await refused(100), ['/participants/0/orderIndex']);
    expectIssues(await refused(-1), ['/participants/0/orderIndex']);
    expectIssues(await refused(1.5), ['/participants/0/orderIndex']);
    expectIssues(await refused(undefined, 1), ['/participants/0/orderIndex']);
  });
});

describe('a group', () => {
  it('is asked together, signs in any order, and the next follows', async () => {
    const { key, graph, id, organizationId } = await sent();
    const first = await api.mails(organizationId, 2);
    expect(first.map(({ recipient }) => recipient).sort()).toEqual([ALICE.email, BOB.email]);
    for (const { email } of [ALICE, BOB]) {
      const view = await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, graph, email) });
      expect(view.json.isMyTurn).toBe(true);
    }
    expect((await listed(api, key, id)).waitingFor).toMatchObject({ name: ALICE.name, otherCount: 1 });
    expect((await signAs(api, graph, BOB)).json).toEqual({ status: 'in_progress' });
    expectError(await signAs(api, graph, CAROL), 'not_your_turn');
    expect((await signAs(api, graph, ALICE)).json).toEqual({ status: 'in_progress' });
    // People who have already signed aren't asked again.
    const asked = await api.mails(organizationId, 3);
    expect(asked.map(({ recipient }) => recipient)).toContain(CAROL.email);
    expect((await signAs(api, graph, CAROL)).json).toEqual({ status: 'completed' });
    const actions = (await actionsOf(api, key, id)).filter((one) => one !== 'envelope.sealed');
    expect(actions).toEqual([
      'envelope.created',
      'envelope.sent',
      'participant.link_issued',
      'participant.link_issued',
      'participant.viewed',
      'participant.viewed',
      'participant.signed',
      'participant.signed',
      'participant.link_issued',
      'participant.signed',
      'envelope.completed',
    ]);
    const done = await api.mails(organizationId, 7);
    expect(done).toHaveLength(7);
  });

  it('is reminded together, or one member alone', async () => {
    const { key, graph, id } = await sent();
    const remind = (expectedVersion: number, participantId?: string) =>
      api.ask('POST /api/v1/envelopes/{id}/remind', {
        key,
        path: { id },
        body: { expectedVersion, ...(participantId === undefined ? {} : { participantId }) },
      });
    const [alice, bob, carol] = graph.participants.map((one: { id: string }) => one.id);
    const remindedIn = async (from: number) =>
      (await eventsOf(api, key, id)).slice(from).map(({ payload }) => payload.participantId);
    expect((await remind(4, bob)).json.envelope.version).toBe(5);
    expect((await remind(5)).json.envelope.version).toBe(6);
    expect(await remindedIn(4)).toEqual([bob, alice]);
    expectError(await remind(6), 'reminder_window', {
      nextReminderAt: expect.any(String),
      retryAfterSeconds: 3600,
    });
    expectError(await remind(6, bob), 'reminder_window', {
      nextReminderAt: expect.any(String),
      retryAfterSeconds: 3600,
    });
    expectError(await remind(6, carol), 'invalid_state', { status: 'in_progress' });
    expectError(await remind(6, 'part_01h455vb4pex5vsknk084sn02q'), 'not_found');
  });

  it.each([true, false])(
    'completes once when its last two sign at the same moment (followed: %s)',
    async (followed) => {
      const { apiKey } = await api.tenant();
      for (let round = 0; round < 5; round++) await raceGroup(api, apiKey, followed);
    },
  );
});

describe('the database', () => {
  it('lets nobody act before their turn, twice, or out of order', async () => {
    const { graph, id } = await sent();
    const [alice, , carol] = graph.participants.map((one: { id: string }) => one.id);
    const sign = (who: string) =>
      owner.sql`update participants set status = 'signed', signed_at = now() where id = ${who}`;
    await expect(sign(carol)).rejects.toThrow(/not the turn/);
    await sign(alice);
    await expect(
      owner.sql`update participants set status = 'pending', signed_at = null where id = ${alice}`,
    ).rejects.toThrow(/cannot change/);
    await expect(owner.sql`update participants set order_index = 0 where id = ${carol}`).rejects.toThrow(
      /signing order/,
    );
    await expect(
      owner.sql`update envelopes set status = 'completed', completed_at = now() where id = ${id}`,
    ).rejects.toThrow(/cannot complete/);
  });
});

describe('a template', () => {
  it('keeps the groups of its envelope, and its envelopes have them', async () => {
    const { apiKey: key } = await api.tenant();
    const people = ['Client', 'Our Side', 'Witness'].map((name, index) => ({
      name,
      email: `p${index}@example.com`,
      orderIndex: index === 0 ? 4 : 7,
    }));
    const source = await sourceEnvelope(api, key, { participants: people });
    const create = async (roles: object[]) =>
      await api.ask('POST /api/v1/templates', {
        key,
        body: { ...templateBody(source), roles: roles as never },
      });
    const { roles } = templateBody(source);
    const kept = (await create(roles)).json;
    expect(kept.roles.map(({ orderIndex }: any) => orderIndex)).toEqual([0, 1, 1]);
    const recipients = { client: CLIENT, witness: WITNESS };
    const made = (await use(api, key, kept.template.id, { recipients })).json;
    expect(made.participants.map(({ orderIndex }: any) => orderIndex)).toEqual([0, 1, 1]);
    const moved = (await use(api, key, kept.template.id, { recipients, senderOrder: 0 })).json;
    expect(orderOf(moved)).toEqual([
      ['Olga Owner', 0],
      [CLIENT.name, 1],
      [WITNESS.name, 2],
    ]);
    const alone = { client: { ...CLIENT, orderIndex: 9 }, witness: { ...WITNESS, orderIndex: 0 } };
    const reordered = (await use(api, key, kept.template.id, { recipients: alone })).json;
    expect(orderOf(reordered)).toEqual([
      [WITNESS.name, 0],
      ['Olga Owner', 1],
      [CLIENT.name, 2],
    ]);
    const together = { client: { ...CLIENT, orderIndex: 1 }, witness: WITNESS };
    const joined = (await use(api, key, kept.template.id, { recipients: together })).json;
    expect(joined.participants.map(({ orderIndex }: any) => orderIndex)).toEqual([0, 0, 0]);
    const given = (await create(roles.map((role, index) => ({ ...role, orderIndex: index === 2 ? 1 : 5 }))))
      .json;
    expect(given.roles.map(({ name, orderIndex }: any) => [name, orderIndex])).toEqual([
      ['Witness', 1],
      ['Client', 5],
      ['Our Side', 5],
    ]);
    expectIssues(
      await create(roles.map((role, index) => (index === 0 ? { ...role, orderIndex: 1 } : role))),
      ['/roles/1/orderIndex', '/roles/2/orderIndex'],
    );
  });
});
