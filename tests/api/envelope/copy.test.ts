import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const api = useApi();
const copy = (key: string, id: string, headers: Record<string, string> = {}) =>
  api.call('POST', `/api/v1/envelopes/${id}/copy`, { key, body: {}, headers });
const read = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;

const OWN = ['id', 'envelopeId', 'createdAt', 'updatedAt'];
const without = (record: any, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const SETUP = {
  participants: [
    { ...ALICE, orderIndex: 2, message: 'Only for you, {recipient:name}', language: 'de' },
    { ...BOB, orderIndex: 2, role: 'approver', authentication: { method: 'access_code', code: 'harbor-42' } },
  ],
  fields: [
    { ...SIGNATURE, participantIndex: 0 },
    {
      ...SIGNATURE,
      type: 'text',
      y: 0.2,
      label: 'Place',
      participantIndex: 1,
      prefillValue: 'Rome',
      required: false,
    },
    { ...SIGNATURE, type: 'dropdown', y: 0.4, options: ['A', 'B'], participantIndex: 0, required: false },
  ],
  message: { subject: 'Please sign', body: 'Thank you.' },
  policy: {
    legalFramework: 'esign_ueta',
    consumerDisclosure: true,
    reminderPolicy: { firstAfterDays: 2, everyDays: 3, maxReminders: 4 },
    expiresAt: '2099-01-01T00:00:00.000Z',
  },
  displayName: 'The lease',
  metadata: { matter: '42' },
};

describe('a copy', () => {
  it('has what the sender set up, under identifiers of its own, and leaves its source alone', async () => {
    const { apiKey: key } = await api.tenant();
    const created = (await createDraft(api, key, SETUP)).json;
    const answer = await copy(key, created.envelope.id);
    expect(answer.status).toBe(201);
    expectGraph(answer.json);
    const own = [...OWN, 'metadata', 'documentHash', 'document', 'documents'];
    expect(without(answer.json.envelope, own)).toEqual(without(created.envelope, own));
    expect(answer.json.envelope).toMatchObject({ status: 'draft', version: 1, metadata: null });
    expect(answer.json.envelope.documentHash).toBe(created.envelope.documentHash);
    expect(answer.json.participants.map((one: any) => without(one, OWN))).toEqual(
      created.participants.map((one: any) => without(one, OWN)),
    );
    const owner = [...OWN, 'participantId'];
    expect(answer.json.fields.map((one: any) => without(one, owner))).toEqual(
      created.fields.map((one: any) => without(one, owner)),
    );
    const ownerOf = (graph: any) =>
      graph.fields.map((field: any) =>
        graph.participants.findIndex(({ id }: any) => id === field.participantId),
      );
    expect(ownerOf(answer.json)).toEqual(ownerOf(created));
    const ids = [created, answer.json].flatMap(({ envelope, participants, fields }: any) =>
      [envelope, ...participants, ...fields].map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(await read(key, created.envelope.id)).toEqual(created);
    expect(await actionsOf(api, key, created.envelope.id)).toEqual(['envelope.created']);
  });

  it('has the same bytes, and its log names its source', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const made = (await copy(key, envelope.id)).json.envelope;
    for (const variant of ['original', 'prepared']) {
      const bytes = async (id: string) =>
        Buffer.from(
          (await api.call('GET', `/api/v1/envelopes/${id}/document?variant=${variant}`, { key })).bytes,
        );
      expect((await bytes(made.id)).equals(await bytes(envelope.id))).toBe(true);
    }
    const events = await eventsOf(api, key, made.id);
    expect(events.map(({ action }) => action)).toEqual(['envelope.created', 'envelope.copied']);
    expect(events[0]?.payload.documentHash).toBe(envelope.documentHash);
    expect(events[1]?.payload).toEqual({ sourceEnvelopeId: envelope.id });
    expect((await api.ask('DELETE /api/v1/envelopes/{id}', { key, path: { id: envelope.id } })).status).toBe(
      204,
    );
    expect((await api.call('GET', `/api/v1/envelopes/${made.id}/document`, { key })).status).toBe(200);
  });

  it('of a signed envelope has nothing of what was signed, and can be sent and signed itself', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    await signAs(api, sent, ALICE, [{ fieldId: sent.fields[1].id, value: 'Uppsala' }]);
    await signAs(api, sent, BOB);
    const made = (await copy(key, sent.envelope.id)).json;
    expect(made.envelope).toMatchObject({ status: 'draft', sentAt: null, completedAt: null });
    expect(JSON.stringify(made)).not.toContain('Uppsala');
    for (const { status, signedAt, lastIpAddress } of made.participants)
      expect([status, signedAt, lastIpAddress]).toEqual(['pending', null, null]);
    const again = await api.ask('POST /api/v1/envelopes/{id}/send', {
      key,
      path: { id: made.envelope.id },
      body: { expectedVersion: 1 },
    });
    for (const who of [ALICE, BOB]) expect((await signAs(api, again.json, who)).status).toBe(200);
  });

  it.each(['voided', 'declined', 'recalled'])('can be made of an envelope that was %s', async (end) => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const { id, organizationId } = sent.envelope;
    const verb = { voided: 'void', recalled: 'recall' }[end];
    if (verb === undefined)
      await api.ask('POST /api/signer/decline', { key: await tokenOf(api, sent, ALICE.email), body: {} });
    else await api.call('POST', `/api/v1/envelopes/${id}/${verb}`, { key, body: { expectedVersion: 3 } });
    expect((await copy(key, id)).json.envelope).toMatchObject({ status: 'draft', organizationId });
  });

  it('has no expiry that has passed', async () => {
    const { apiKey: key } = await api.tenant();
    const started = api.clock.now;
    const expiresAt = new Date(started.getTime() + 3600_000).toISOString();
    const { envelope } = (await createDraft(api, key, { policy: { expiresAt } })).json;
    try {
      api.clock.now = new Date(started.getTime() + 7200_000);
      expect((await copy(key, envelope.id)).json.envelope.expiresAt).toBeNull();
    } finally {
      api.clock.now = started;
    }
  });
});

describe('an Idempotency-Key', () => {
  it('copies once, and stands for one envelope', async () => {
    const { apiKey: key } = await api.tenant();
    const [one, other] = [
      (await createDraft(api, key)).json.envelope,
      (await createDraft(api, key)).json.envelope,
    ];
    const headers = { 'idempotency-key': 'copy-1' };
    const first = await copy(key, one.id, headers);
    const repeated = await copy(key, one.id, headers);
    expect([repeated.status, repeated.json]).toEqual([201, first.json]);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
    expectError(await copy(key, other.id, headers), 'idempotency_key_reused');
    expect((await api.ask('GET /api/v1/envelopes', { key })).json.items).toHaveLength(3);
  });
});

describe('a refusal', () => {
  it('goes to an envelope without a document, to one of another organization, and to other input', async () => {
    const { apiKey: key } = await api.tenant();
    const later = await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: 'Later.pdf' } });
    expectInvalidState(await copy(key, later.json.envelope.id), 'draft', 'document_missing');
    const stranger = await api.tenant();
    expectError(await copy(stranger.apiKey, later.json.envelope.id), 'not_found');
    const path = `/api/v1/envelopes/${later.json.envelope.id}/copy`;
    expectError(await api.call('POST', path, { key, body: { surprise: 1 } }), 'validation_failed', {
      issues: [{ path: '/surprise', message: expect.any(String) }],
    });
  });
});
