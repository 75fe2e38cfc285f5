import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, listed, mailTo, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { typeset } from '../../pdf/support/typeset.ts';
import { actionsOf, eventsOf, jobsDone } from '../../support/traces.ts';

const working = useApi({ work: true });
const api = useApi();
type Api = typeof api;

const CAROL = { name: 'Carol Curie', email: 'carol@example.com' };
/** Alice fills in a place and signs first, then Bob, and Carol last. */
const LEASE = {
  displayName: 'The lease',
  metadata: { matter: '42' },
  participants: [
    { ...ALICE, orderIndex: 0, message: 'For you' },
    { ...BOB, orderIndex: 1 },
    { ...CAROL, orderIndex: 2 },
  ],
  fields: [
    { ...SIGNATURE, participantIndex: 0 },
    { ...SIGNATURE, type: 'text', key: 'place', label: 'Place', y: 0.2, participantIndex: 0 },
    { ...SIGNATURE, y: 0.5, participantIndex: 1 },
    { ...SIGNATURE, y: 0.8, participantIndex: 2 },
  ],
};
const ONE = { participants: [ALICE], fields: [{ ...SIGNATURE, participantIndex: 0 }] };

async function sent(at: Api = api, extra: Record<string, unknown> = LEASE) {
  const tenant = await at.tenant();
  const graph = (await sendDraft(at, tenant.apiKey, extra)) as WireGraph;
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id };
}
const read = async (key: string, id: string, at: Api = api) =>
  (await at.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as WireGraph & {
    readonly [name: string]: unknown;
  };
const begin = (key: string, id: string, expectedVersion: number, at: Api = api) =>
  at.ask('POST /api/v1/envelopes/{id}/versions', { key, path: { id }, body: { expectedVersion } });
const send = (key: string, id: string, expectedVersion: number, at: Api = api) =>
  at.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body: { expectedVersion } });
const versionOf = async (key: string, id: string, at: Api = api) =>
  (await read(key, id, at)).envelope['version'] as number;
const sentVersions = async (key: string, id: string) =>
  (await eventsOf(api, key, id)).find(({ action }) => action === 'envelope.sent')?.payload?.['versions'];
const signFor = (at: Api, graph: WireGraph, person: typeof BOB, place?: string) => {
  const field = graph.fields.find(({ key }) => key === 'place');
  const values = place === undefined || field === undefined ? [] : [{ fieldId: field.id, value: place }];
  return signAs(at, graph, person, values);
};

describe('a new version', () => {
  it('is a draft with everything that was set up, answered and asked; nothing happens until it is sent', async () => {
    const { key, graph, id } = await sent();
    expect((await signFor(api, graph, ALICE, 'Rome')).status).toBe(200);
    const asked = await api.ask('POST /api/signer/threads', {
      key: await tokenOf(api, graph, BOB.email),
      body: { kind: 'change', text: 'The rent is 900.' },
    });
    expect(asked.status).toBe(201);
    const before = await read(key, id);
    const made = await begin(key, id, await versionOf(key, id));
    expect(made.status).toBe(201);
    expectGraph(made.json);
    expect(made.json).toMatchObject({
      ...{ versionNumber: 2, previousVersion: id, nextVersion: null, replacedBy: null },
      envelope: { status: 'draft', version: 1, displayName: 'The lease', metadata: { matter: '42' } },
      participants: [
        { email: ALICE.email, status: 'pending', message: 'For you', consentedAt: null },
        { email: BOB.email },
        { email: CAROL.email },
      ],
      fields: [{ value: null }, { key: 'place', prefillValue: 'Rome', value: null }, {}, {}],
    });
    expect(made.json.envelope.documentHash).toBe(before.envelope['documentHash']);
    const threads = async (envelopeId: string) =>
      (await api.ask('GET /api/v1/envelopes/{id}/threads', { key, path: { id: envelopeId } })).json.items;
    const [bob] = made.json.participants.filter(({ email }) => email === BOB.email);
    const versionId = made.json.envelope.id;
    expect(await threads(versionId)).toMatchObject([
      {
        ...{ envelopeId: versionId, startedBy: bob?.id, state: 'open' },
        messages: [{ text: 'The rent is 900.', author: { participantId: bob?.id } }],
      },
    ]);
    expect(await threads(id)).toMatchObject([{ envelopeId: id, id: asked.json.id }]);
    expect(await read(key, id)).toEqual({ ...before, nextVersion: versionId });
    expect((await eventsOf(api, key, id)).at(-1)).toMatchObject({
      action: 'envelope.version_started',
      payload: { versionId, versionNumber: 2 },
    });
    expect((await eventsOf(api, key, versionId)).at(-1)).toMatchObject({
      action: 'envelope.version_created',
      payload: {
        ...{ previousVersionId: id, versionNumber: 2 },
        previousDocumentHash: before.envelope['documentHash'],
      },
    });
    expect((await signFor(api, graph, BOB)).status).toBe(200);
  });

  it('replaces the old one when it is sent, and those who had signed are told why they are asked again', async () => {
    const { key, graph, id, organizationId } = await sent(working);
    expect((await signFor(working, graph, ALICE, 'Rome')).status).toBe(200);
    const bob = await tokenOf(working, graph, BOB.email);
    await jobsDone(working, id);
    const made = (await begin(key, id, await versionOf(key, id, working), working)).json;
    const versionId = made.envelope.id;
    // Bob comes first this time, so Alice waits for her turn.
    const inOrder = [BOB, ALICE, CAROL].map((one, orderIndex) => ({ ...one, orderIndex }));
    const fields = inOrder.map((_, participantIndex) => ({
      ...SIGNATURE,
      y: 0.1 + participantIndex * 0.2,
      participantIndex,
    }));
    const draft = await working.ask('PUT /api/v1/envelopes/{id}/draft', {
      ...{ key, path: { id: versionId } },
      body: { participants: inOrder, fields } as never,
    });
    expect(draft.status).toBe(200);
    const out = await send(key, versionId, draft.json.envelope.version, working);
    expect(out.status).toBe(200);
    expect(out.json).toMatchObject({ previousVersion: id, envelope: { status: 'in_progress' } });
    expect(await read(key, id, working)).toMatchObject({
      ...{ nextVersion: versionId, replacedBy: versionId },
      envelope: { status: 'voided' },
    });
    expect((await eventsOf(working, key, id)).at(-1)).toMatchObject({
      action: 'envelope.voided',
      payload: { reason: 'replaced', replacedBy: versionId },
    });
    await jobsDone(working, id);
    await jobsDone(working, versionId);
    const told = await mailTo(working, organizationId, ALICE.email, 'New version: “The lease”');
    expect(told.text).toContain('Olga Owner has replaced The lease with a new version.');
    expect(told.text).toContain('Your signature or approval there no longer counts.');
    expect(told.text).toContain('We’ll email you when it’s your turn.');
    const mails = await working.mails(organizationId, 0);
    const request = mails.findLast(({ recipient }) => recipient === BOB.email);
    expect(request?.text).toContain(
      'This is version 2. It replaces the earlier one, whose signatures no longer count',
    );
    // Carol was never asked, and Bob learns it from the request.
    const subjects = mails.filter(({ subject }) => subject.startsWith('New version'));
    expect(subjects.map(({ recipient }) => recipient)).toEqual([ALICE.email]);
    expectInvalidState(
      await working.ask('POST /api/signer/sign', { key: bob, body: { values: [] } }),
      'voided',
    );
  });

  it('can follow a declined envelope, which then needs no more attention', async () => {
    const { key, graph, id } = await sent(api, ONE);
    await api.ask('POST /api/signer/decline', {
      key: await tokenOf(api, graph, ALICE.email),
      body: { reason: 'Too much' },
    });
    expect((await listed(api, key, id)).attention).toEqual(['declined']);
    const made = (await begin(key, id, await versionOf(key, id))).json;
    expect((await send(key, made.envelope.id, 1)).status).toBe(200);
    expect(await read(key, id)).toMatchObject({
      replacedBy: made.envelope.id,
      envelope: { status: 'declined' },
    });
    expect((await listed(api, key, id)).attention).toEqual([]);
    expect((await actionsOf(api, key, id)).at(-1)).toBe('envelope.replaced');
  });

  it('can have a next version itself, and be recalled and sent again', async () => {
    const { key, id } = await sent(api, ONE);
    const second = (await begin(key, id, 3)).json.envelope.id;
    await send(key, second, 1);
    const recalled = await api.ask('POST /api/v1/envelopes/{id}/recall', {
      ...{ key, path: { id: second }, body: { expectedVersion: 3 } },
    });
    expect((await send(key, second, recalled.json.envelope.version)).status).toBe(200);
    const third = await begin(key, second, await versionOf(key, second));
    expect(third.json).toMatchObject({ versionNumber: 3, previousVersion: second });
    expect((await send(key, third.json.envelope.id, 1)).status).toBe(200);
    expect(await actionsOf(api, key, id)).toHaveLength(5);
  });

  it('is begun once for each Idempotency-Key', async () => {
    const { key, id } = await sent(api, ONE);
    const again = () =>
      api.call('POST', `/api/v1/envelopes/${id}/versions`, {
        ...{ key, body: { expectedVersion: 3 }, headers: { 'idempotency-key': 'v2' } },
      });
    const [first, second] = [await again(), await again()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
  });

  it('makes room for another one when its draft is deleted or voided', async () => {
    const { key, id } = await sent(api, ONE);
    const first = (await begin(key, id, 3)).json.envelope.id;
    expectError(await begin(key, id, 3), 'invalid_state', {
      ...{ status: 'in_progress', reason: 'next_version_exists', nextVersion: first },
    });
    await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id: first } });
    expect((await read(key, id))['nextVersion']).toBeNull();
    const second = (await begin(key, id, 3)).json.envelope.id;
    const body = { expectedVersion: 1 };
    await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id: second }, body });
    expect((await begin(key, id, 3)).status).toBe(201);
  });
});

describe('what changed', () => {
  const list = (key: string, id: string) =>
    api.ask('GET /api/v1/envelopes/{id}/changes', { key, path: { id } });

  it('is listed for a version, with both hashes and a digest that both parties can compute', async () => {
    const { key, graph, id } = await sent(api, ONE);
    const made = (await begin(key, id, 3)).json;
    const versionId = made.envelope.id;
    const unchanged = await list(key, versionId);
    expect(unchanged.status).toBe(200);
    expect(unchanged.json).toMatchObject({
      ...{ previousVersion: id, changes: [], omitted: 0, pagesWithoutText: { before: [], after: [] } },
      previousDocumentHash: graph.envelope['documentHash'],
    });
    const pdf = await typeset(['Annex. The rent is 900 euros.']);
    const added = await api.ask('POST /api/v1/envelopes/{id}/documents', {
      ...{ key, path: { id: versionId } },
      body: {
        originalFilename: 'Annex.pdf',
        document: { contentBase64: Buffer.from(pdf).toString('base64'), contentType: 'application/pdf' },
      },
    });
    expect(added.status).toBe(201);
    const { json } = await list(key, versionId);
    expect(json.changes).toMatchObject([
      {
        ...{ kind: 'added', before: { text: '', boxes: [] } },
        after: { text: 'Annex. The rent is 900 euros.', page: 2, boxes: [{ page: 2 }] },
      },
    ]);
    const { digest, ...listed } = json;
    expect(digest).toBe(computeSha256Hex(toCanonicalJson(listed as never)));
    expect(digest).not.toBe(unchanged.json.digest);
    // The log says which documents followed each other, and what the list of changes was, also in the version after.
    const first = { envelopeId: id, versionNumber: 1, documentHash: graph.envelope['documentHash'] };
    const second = { envelopeId: versionId, versionNumber: 2, documentHash: json.documentHash };
    const listedTwo = [
      { ...first, changesDigest: null },
      { ...second, changesDigest: digest },
    ];
    expect((await send(key, versionId, await versionOf(key, versionId))).status).toBe(200);
    expect(await sentVersions(key, versionId)).toEqual(listedTwo);
    expect(await sentVersions(key, id)).toBeUndefined();
    const third = (await begin(key, versionId, await versionOf(key, versionId))).json.envelope.id;
    expect((await send(key, third, await versionOf(key, third))).status).toBe(200);
    expect(await sentVersions(key, third)).toEqual([
      ...listedTwo,
      { ...second, envelopeId: third, versionNumber: 3, changesDigest: (await list(key, third)).json.digest },
    ]);
    expectInvalidState(await list(key, id), 'voided', 'first_version');
    expectError(await list((await api.tenant()).apiKey, versionId), 'not_found');
  });
});

describe('no new version', () => {
  it('of a draft, of what has ended otherwise, of another version, or for somebody else', async () => {
    const { key, graph, id } = await sent(api, ONE);
    expectError(await begin(key, id, 2), 'version_conflict', { currentVersion: 3 });
    const draft = (await begin(key, id, 3)).json.envelope.id;
    expectInvalidState(await begin(key, draft, 1), 'draft');
    expectError(await begin((await api.tenant()).apiKey, id, 3), 'not_found');
    await signFor(api, graph, ALICE);
    expectInvalidState(await begin(key, id, 5), 'completed');
    expectInvalidState(await send(key, draft, 1), 'draft', 'previous_version_completed');
  });

  it('is sent while the one before is a draft again, until that is deleted', async () => {
    const { key, id } = await sent(api, ONE);
    const next = (await begin(key, id, 3)).json.envelope.id;
    const { version } = (await read(key, id)).envelope;
    const body = { expectedVersion: version };
    const recalled = await api.call('POST', `/api/v1/envelopes/${id}/recall`, { key, body });
    expect(recalled.status).toBe(200);
    expectInvalidState(await send(key, next, 1), 'draft', 'previous_version_recalled');
    expect((await api.call('DELETE', `/api/v1/envelopes/${id}`, { key })).status).toBe(204);
    expect((await send(key, next, 1)).status).toBe(200);
    expect((await read(key, next)).envelope['status']).toBe('in_progress');
  });

  it('is written past the rules, even by a program that doesn’t know them', async () => {
    const { key, id, organizationId } = await sent(api, ONE);
    const made = (await begin(key, id, 3)).json.envelope.id;
    const run = (statement: ReturnType<typeof sql>) =>
      transaction(api.services.db, { organizationId }, (tx) => tx.execute(statement));
    await expect(
      run(sql`update envelopes set status = 'in_progress', sent_at = now() where id = ${made}`),
    ).rejects.toThrow('only together with the end');
    await expect(
      run(sql`update envelopes set previous_version_id = null, version_number = 1 where id = ${made}`),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('stays the version') } });
    const twice = sql`
      insert into envelopes (id, organization_id, team_id, status, detection_status, version, original_filename, display_name,
        source_format, delivery_mode, legal_framework, consumer_disclosure, sender_name, sender_email, latest_action, latest_action_at,
        standing_attention, version_number, previous_version_id, created_at, updated_at)
      select 'env_twice', organization_id, team_id, status, detection_status, version, original_filename, display_name,
        source_format, delivery_mode, legal_framework, consumer_disclosure, sender_name, sender_email, latest_action, latest_action_at,
        standing_attention, version_number, previous_version_id, created_at, updated_at
      from envelopes where id = ${made}`;
    await expect(run(twice)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('envelopes_next_version') },
    });
  });
});

describe('races', () => {
  it('of two new versions have one outcome', async () => {
    for (let round = 0; round < 8; round++) {
      const { key, id } = await sent(api, ONE);
      const answers = await Promise.all([begin(key, id, 3), begin(key, id, 3), begin(key, id, 3)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
      const made = answers.find(({ status }) => status === 201)?.json.envelope.id;
      expect((await read(key, id))['nextVersion']).toBe(made);
    }
  });

  it('of sending a version and the last signature have one outcome', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 16; round++) {
      const { key, graph, id } = await sent(api, ONE);
      const made = (await begin(key, id, 3)).json.envelope.id;
      const sign = () => signFor(api, graph, ALICE);
      const replace = () => send(key, made, 1);
      // The first two rounds run one after the other, so that both outcomes occur; the others at once.
      const early = round % 2 === 0 ? sign() : null;
      if (round === 0) await early;
      const replacing = replace();
      if (round === 1) await replacing;
      const [signed, replaced] = await Promise.all([early ?? sign(), replacing]);
      const old = await read(key, id);
      const next = await read(key, made);
      if (signed.status === 200) {
        expectInvalidState(replaced, 'draft', 'previous_version_completed');
        expect([old.envelope['status'], next.envelope['status']]).toEqual(['completed', 'draft']);
        outcomes.add('signed');
      } else {
        expectInvalidState(signed, 'voided');
        expect(replaced.status).toBe(200);
        expect([old.envelope['status'], next.envelope['status']]).toEqual(['voided', 'in_progress']);
        outcomes.add('replaced');
      }
      await eventsOf(api, key, id);
      await eventsOf(api, key, made);
    }
    expect([...outcomes].toSorted()).toEqual(['replaced', 'signed']);
  });
});
