import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, BOB, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { expectGraph } from '../../support/shapes.ts';
import { eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();
const send = (key: string, id: string, body: BodyOf<'POST /api/v1/envelopes/{id}/send'>) =>
  api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body });
const path = (id: string) => `/api/v1/envelopes/${id}/send`;

describe('200', () => {
  it('locks the draft, raises the version by two and issues the first signer’s link', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const draft = (await createDraft(api, key)).json;
    const { id, documentHash } = draft.envelope;
    const answer = await send(key, id, { expectedVersion: 1 });
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    expect(answer.json.envelope).toMatchObject({
      status: 'in_progress',
      version: 3,
      sentAt: api.clock.now.toISOString(),
      scheduledSendAt: null,
    });
    expect(answer.json.fields).toEqual(draft.fields);

    const [alice, bob] = answer.json.participants;
    const [, sent, issued, ...more] = await eventsOf(api, key, id);
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      action: 'envelope.sent',
      actorType: 'api_key',
      payload: {
        documentHash,
        pageCount: 1,
        legalFramework: 'esign_ueta',
        consumerDisclosure: false,
        expiresAt: null,
        participants: [
          { participantId: alice.id, orderIndex: 0, name: ALICE.name, email: ALICE.email },
          { participantId: bob.id, orderIndex: 1, name: BOB.name, email: BOB.email },
        ],
      },
    });
    expect(issued).toMatchObject({
      action: 'participant.link_issued',
      payload: { participantId: alice.id, epoch: 1, email: ALICE.email },
    });
    expect(await jobsOf(api, id)).toEqual([
      { name: 'svc/envelope.sent', data: { organizationId, envelopeId: id, participantId: alice.id } },
    ]);
  });

  it('sends an envelope without fields', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key, { fields: [] });
    expect(sent.envelope.status).toBe('in_progress');
  });
});

describe('409', () => {
  it('for an outdated version, with the current one', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    expectError(await send(key, envelope.id, { expectedVersion: 7 }), 'version_conflict', {
      currentVersion: 1,
    });
    expect(await jobsOf(api, envelope.id)).toEqual([]);
  });

  it('for an envelope that was sent before', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key);
    expectInvalidState(await send(key, envelope.id, { expectedVersion: 3 }), 'in_progress');
    expect(await eventsOf(api, key, envelope.id)).toHaveLength(3);
  });

  it('while the document is missing', async () => {
    const { apiKey: key } = await api.tenant();
    const body = { originalFilename: 'Later.pdf', participants: [ALICE], fields: [] };
    const { envelope } = (await api.ask('POST /api/v1/envelopes', { key, body })).json;
    expectInvalidState(await send(key, envelope.id, { expectedVersion: 1 }), 'draft', 'document_missing');
  });

  it('for all but one of ten concurrent calls', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(key, envelope.id, { expectedVersion: 1 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expectError(answer, 'version_conflict', { currentVersion: 3 });
    expect(await eventsOf(api, key, envelope.id)).toHaveLength(3);
    expect(await jobsOf(api, envelope.id)).toHaveLength(1);
  });
});

describe('422', () => {
  it('for a missing or invalid version', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    for (const body of [
      {},
      { expectedVersion: 0 },
      { expectedVersion: 1.5 },
      { expectedVersion: '1' },
      { expectedVersion: null },
    ])
      expectIssues(await api.call('POST', path(envelope.id), { key, body }), ['/expectedVersion']);
    expectIssues(await api.call('POST', path(envelope.id), { key }), ['/expectedVersion']);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['nobody to sign', { participants: [], fields: [] }, ['/participants']],
    ['fields of nobody', { fields: [{ ...SIGNATURE, syntheticRoleId: 'buyer' }] }, ['/fields/0']],
  ])('to %s', async (_name, extra, paths) => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key, extra)).json;
    expectIssues(await send(key, envelope.id, { expectedVersion: 1 }), paths);
    expect(
      (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: envelope.id } })).json.envelope,
    ).toEqual(envelope);
  });

  it('for an expiry that has passed', async () => {
    const { apiKey: key } = await api.tenant();
    const expiresAt = new Date(api.clock.now.getTime() + 60_000).toISOString();
    const { envelope } = (await createDraft(api, key, { policy: { expiresAt } })).json;
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    expectIssues(await send(key, envelope.id, { expectedVersion: 1 }), ['/policy/expiresAt']);
  });
});
