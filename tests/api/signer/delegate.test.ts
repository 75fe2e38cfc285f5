import { afterAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { pass } from '../../support/account.ts';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ACCESS_CODE, mailedCode, sentWith, startCode, tryCode } from '../../support/authentication.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { scratchDirectory, textOf, writtenTo } from '../../support/pdf.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const directory = scratchDirectory();
afterAll(directory.remove);
const path = '/api/signer/delegate';
const CAROL = { name: 'Carol', email: 'carol@example.com' };

async function sent(extra: Record<string, unknown> = {}) {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = (await sendDraft(api, key, extra)) as WireGraph;
  return { key, organizationId, graph, id: graph.envelope.id, alice: graph.participants[0]?.id ?? '' };
}
const delegate = async (
  graph: WireGraph,
  from: string,
  body: { name: string; email: string; reason?: string },
) => await api.ask('POST /api/signer/delegate', { key: await tokenOf(api, graph, from), body });
const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;

describe('200', () => {
  it('hands the turn over, forgets what the first person did, and tells the new one and the sender', async () => {
    const { graph, key, id, alice, organizationId } = await sent({
      participants: [{ ...ALICE, message: 'Only for Alice' }, BOB],
    });
    const old = await tokenOf(api, graph, ALICE.email);
    await api.ask('GET /api/signer/envelope', { key: old });
    await api.ask('POST /api/signer/consent', { key: old, body: { accepted: true } });
    const { version } = (await read(key, id)).envelope;
    const reason = ' She runs \u202Ethe office ';
    const answer = await delegate(graph, ALICE.email, { ...CAROL, reason });
    expect([answer.status, answer.json]).toEqual([200, { status: 'delegated' }]);

    const now = await read(key, id);
    expect(now.envelope.version).toBe(version + 1);
    expect(now.participants[0]).toMatchObject({
      ...CAROL,
      id: alice,
      status: 'pending',
      company: ALICE.company,
      title: null,
      message: null,
      consentedAt: null,
      lastViewedAt: null,
      lastIpAddress: null,
      delegatedFrom: [{ name: ALICE.name, at: api.clock.now.toISOString() }],
    });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'participant.delegated',
      actorType: 'signer',
      actorId: alice,
      payload: {
        participantId: alice,
        epoch: 2,
        before: { name: ALICE.name, email: ALICE.email },
        after: CAROL,
        reason: 'She runs the office',
      },
    });
    expectError(await api.call('GET', '/api/signer/envelope', { key: old }), 'unauthorized', {
      reason: 'link_replaced',
      delegatedTo: CAROL.name,
      senderName: graph.envelope['senderName'],
    });
    const mails = await api.mails(organizationId, 3);
    const toCarol = mails.find(({ recipient }) => recipient.includes(CAROL.email));
    expect(toCarol?.text).toContain(ALICE.name);
    expect(toCarol?.text).toContain('She runs the office');
    expect(toCarol?.text).not.toContain('Only for Alice');
    expect(toCarol?.text).toMatch(/\/sign#token=/);
    const toSender = mails.find(({ recipient }) => recipient.includes(graph.envelope['senderEmail']));
    expect(toSender?.text.replaceAll('\u200B', '')).toContain('Carol (carol@example.com)');
    expect(toSender?.text).not.toContain('#token=');

    expect((await signAs(api, graph, CAROL)).status).toBe(200);
    expect((await read(key, id)).participants[0]).toMatchObject({ ...CAROL, status: 'signed' });
  });

  it('asks the new one once, even if the first request is mailed again after an interruption', async () => {
    const { graph, id, alice, organizationId } = await sent();
    await delegate(graph, ALICE.email, CAROL);
    await api.mails(organizationId, 3);
    const payload = { organizationId, envelopeId: id, participantId: alice };
    for (const name of ['svc/envelope.sent', 'svc/participant.link_issued'] as const)
      await createHandlers(api.services)[name](payload, { lastAttempt: false });
    const mails = await api.mails(organizationId, 3);
    expect(mails.filter(({ recipient }) => recipient.includes(CAROL.email))).toHaveLength(1);
  });

  it('starts consent over', async () => {
    const { graph } = await sent({
      policy: { legalFramework: 'esign_ueta', consumerDisclosure: true },
    });
    const consent = async (email: string) =>
      await api.ask('POST /api/signer/consent', {
        key: await tokenOf(api, graph, email),
        body: { accepted: true },
      });
    await consent(ALICE.email);
    await delegate(graph, ALICE.email, CAROL);
    expectInvalidState(await signAs(api, graph, CAROL), 'in_progress', 'consent_required');
    await consent(CAROL.email);
    expect((await signAs(api, graph, CAROL)).status).toBe(200);
  });

  it('keeps the access code, which the new person has to enter', async () => {
    const { graph, token } = await sentWith(api, { method: 'access_code', code: ACCESS_CODE });
    expectError(await api.call('POST', path, { key: token, body: CAROL }), 'unauthorized', {
      reason: 'authentication_required',
      method: 'access_code',
    });
    const passed = (await tryCode(api, token, ACCESS_CODE)).json.token as string;
    expect((await api.call('POST', path, { key: passed, body: CAROL })).status).toBe(200);
    const carol = await tokenOf(api, graph, CAROL.email);
    expectError(await api.call('GET', '/api/signer/envelope', { key: carol }), 'unauthorized', {
      reason: 'authentication_required',
      method: 'access_code',
    });
    expect((await tryCode(api, carol, ACCESS_CODE)).status).toBe(200);
  });

  it('sends an emailed code to the new address', async () => {
    const { graph, token, organizationId } = await sentWith(api, { method: 'email_code' });
    await startCode(api, token);
    const passed = (await tryCode(api, token, await mailedCode(api, organizationId))).json.token as string;
    await api.call('POST', path, { key: passed, body: CAROL });
    const carol = await tokenOf(api, graph, CAROL.email);
    pass(api, 1000);
    await startCode(api, carol);
    const code = await mailedCode(api, organizationId, 2);
    const mail = (await api.mails(organizationId, 0)).find(({ text }) => text.includes(code));
    expect(mail?.recipient).toContain(CAROL.email);
    expect((await tryCode(api, carol, code)).status).toBe(200);
  });

  it('lets the sender correct, remind and recall the new person', async () => {
    const { graph, key, id, alice } = await sent();
    await delegate(graph, ALICE.email, CAROL);
    const dora = { name: 'Dora', email: 'dora@example.com' };
    const corrected = await api.call('PATCH', `/api/v1/envelopes/${id}/participants/${alice}`, {
      key,
      body: { ...dora, expectedVersion: 4 },
    });
    expect([corrected.status, corrected.json.participants[0]]).toMatchObject([200, dora]);
    expect(
      (await api.call('POST', `/api/v1/envelopes/${id}/remind`, { key, body: { expectedVersion: 5 } }))
        .status,
    ).toBe(200);
    const { version: expectedVersion } = (await read(key, id)).envelope;
    await api.call('POST', `/api/v1/envelopes/${id}/recall`, { key, body: { expectedVersion } });
    expect((await read(key, id)).participants[0]).toMatchObject({ ...dora, delegatedFrom: [] });
  });

  it('prints both names on the certificate', async () => {
    const { graph, id, key } = await sent({
      participants: [ALICE],
      fields: [{ ...SIGNATURE, participantIndex: 0 }],
    });
    await api.ask('GET /api/signer/envelope', { key: await tokenOf(api, graph, ALICE.email) });
    await delegate(graph, ALICE.email, CAROL);
    await signAs(api, graph, CAROL);
    const { bytes } = await api.until('the seal', async () => {
      const answer = await api.call('GET', `/api/v1/envelopes/${id}/document?variant=certificate`, { key });
      return answer.status === 200 ? answer : null;
    });
    const text = textOf(writtenTo(directory.path, 'certificate.pdf', bytes)).replaceAll(/\s+/g, ' ');
    const said = `${ALICE.name} (${ALICE.email}) to Carol (carol@example.com)`;
    expect(text).toContain(said);
  });
});

describe('409 delegation_not_allowed', () => {
  it('if the sender or the organization forbids it', async () => {
    const { graph } = await sent({ participants: [{ ...ALICE, canDelegate: false }, BOB] });
    expectInvalidState(await delegate(graph, ALICE.email, CAROL), 'in_progress', 'delegation_not_allowed');
  });

  it('if they are not emailed', async () => {
    const { graph } = await sent({ participants: [{ ...ALICE, delivery: 'in_person' }, BOB] });
    expectInvalidState(await delegate(graph, ALICE.email, CAROL), 'in_progress', 'delegation_not_allowed');
  });

  it('after three times', async () => {
    const { graph, key, id } = await sent();
    const people = [ALICE.email, 'p1@example.com', 'p2@example.com', 'p3@example.com'];
    for (let turn = 0; turn < LIMITS.delegationsMax; turn++) {
      const to = { name: `Person ${turn + 1}`, email: people[turn + 1] ?? '' };
      expect((await delegate(graph, people[turn] ?? '', to)).status).toBe(200);
    }
    expectInvalidState(
      await delegate(graph, 'p3@example.com', CAROL),
      'in_progress',
      'delegation_not_allowed',
    );
    expect((await read(key, id)).participants[0]?.delegatedFrom).toHaveLength(3);
  });
});

it('refuses oneself and others of the envelope, whatever the case of their address', async () => {
  const { graph, key, id } = await sent();
  const before = await actionsOf(api, key, id);
  for (const email of ['ALICE@example.com', 'Bob@Example.com'])
    expectIssues(await delegate(graph, ALICE.email, { name: 'X', email }), ['/email']);
  expectIssues(await delegate(graph, ALICE.email, { name: '', email: 'no address' }), ['/email', '/name']);
  expect(await actionsOf(api, key, id)).toEqual(before);
});

it("refuses before one's turn and after signing", async () => {
  const { graph } = await sent();
  expectError(await delegate(graph, BOB.email, CAROL), 'not_your_turn');
  await signAs(api, graph, ALICE);
  expectError(await delegate(graph, ALICE.email, CAROL), 'not_your_turn');
});

it('refuses in an envelope that has ended', async () => {
  const { graph, key, id } = await sent();
  await api.call('POST', `/api/v1/envelopes/${id}/void`, { key, body: { expectedVersion: 3 } });
  expectInvalidState(await delegate(graph, ALICE.email, CAROL), 'voided');
});
