import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, BOB, createDraft, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { expectGraph } from '../../support/shapes.ts';
import { eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();
const put = (key: string, id: string, body: BodyOf<'PUT /api/v1/envelopes/{id}/draft'>) =>
  api.ask('PUT /api/v1/envelopes/{id}/draft', { key, path: { id }, body });
const path = (id: string) => `/api/v1/envelopes/${id}/draft`;

async function draft(extra: Record<string, unknown> = {}) {
  const tenant = await api.tenant();
  const graph = (await createDraft(api, tenant.apiKey, extra)).json;
  return { ...tenant, key: tenant.apiKey, graph, id: graph.envelope.id as string };
}

describe('200', () => {
  it('replaces participants with their fields, in one version and one event', async () => {
    const { key, id, graph } = await draft();
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const answer = await put(key, id, {
      participants: [BOB],
      fields: [{ ...SIGNATURE, participantIndex: 0, label: 'Here' }],
      expectedVersion: 1,
    });
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    const { envelope, participants, fields } = answer.json;
    expect(envelope).toMatchObject({ version: 2, status: 'draft', updatedAt: api.clock.now.toISOString() });
    expect(participants).toHaveLength(1);
    expect(participants[0]).toMatchObject({ ...BOB, orderIndex: 0 });
    expect(graph.participants.map((one: { id: string }) => one.id)).not.toContain(participants[0].id);
    expect(fields).toMatchObject([{ label: 'Here', participantId: participants[0].id }]);
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json).toEqual(answer.json);
    const [, updated, ...more] = await eventsOf(api, key, id);
    expect(more).toEqual([]);
    expect(updated).toMatchObject({
      action: 'envelope.draft_updated',
      payload: { changed: ['participants', 'fields'] },
    });
    expect(await jobsOf(api, id)).toEqual([]);
  });

  it('keeps parts that are not sent', async () => {
    const { key, id, graph } = await draft({ metadata: { a: 'b' } });
    const { json } = await put(key, id, { displayName: 'Another name' });
    expect(json.participants).toEqual(graph.participants);
    expect(json.fields).toEqual(graph.fields);
    expect(json.envelope).toMatchObject({ displayName: 'Another name', metadata: { a: 'b' } });
  });

  it('replaces all fields, and keeps the participants', async () => {
    const { key, id, graph } = await draft();
    const { json } = await put(key, id, { fields: [{ ...SIGNATURE, participantIndex: 0 }] });
    expect(json.fields).toHaveLength(1);
    expect(json.participants).toEqual(graph.participants);
    expect((await put(key, id, { fields: [] })).json.fields).toEqual([]);
  });

  it('clears a field’s automatic source that the client does not echo', async () => {
    const { key, id } = await draft();
    const place = { page: 1, x: 0.6, y: 0.8, width: 0.2, height: 0.03 };
    const date = { ...place, type: 'date' as const, participantIndex: 1 };
    const echoed = await put(key, id, {
      fields: [{ ...date, autoSource: 'signed_date', proposedAutoSource: 'signed_date' }],
    });
    expect(echoed.json.fields).toMatchObject([
      { autoSource: 'signed_date', proposedAutoSource: 'signed_date' },
    ]);
    const cleared = await put(key, id, { fields: [date] });
    expect(cleared.json.fields).toMatchObject([{ autoSource: null, proposedAutoSource: null }]);
  });

  it('sets a sender, and restores the default with null', async () => {
    const { key, id, graph } = await draft();
    const named = await put(key, id, { sender: { name: 'Sales', email: 'sales@acme.example' } });
    expect(named.json.envelope).toMatchObject({ senderName: 'Sales', senderEmail: 'sales@acme.example' });
    const { senderName, senderEmail } = graph.envelope;
    expect((await put(key, id, { sender: null })).json.envelope).toMatchObject({ senderName, senderEmail });
  });

  it('clears policy and metadata with null', async () => {
    const { key, id } = await draft({
      metadata: { a: 'b' },
      policy: {
        expiresAt: '2027-06-01T12:00:00Z',
        reminderPolicy: { firstAfterDays: 1, everyDays: 1, maxReminders: 1 },
      },
    });
    const { json } = await put(key, id, {
      metadata: null,
      policy: { expiresAt: null, reminderPolicy: null },
    });
    expect(json.envelope).toMatchObject({ metadata: null, expiresAt: null, reminderPolicy: null });
  });

  it('without expectedVersion uses the current one', async () => {
    const { key, id } = await draft();
    expect((await put(key, id, { displayName: 'One' })).json.envelope.version).toBe(2);
    expect((await put(key, id, { displayName: 'Two' })).json.envelope.version).toBe(3);
  });

  it('takes 5,000 fields for 100 participants', async () => {
    const { key, id } = await draft();
    const participants = Array.from({ length: 100 }, (_, i) => ({
      name: `P ${i}`,
      email: `p${i}@example.com`,
    }));
    const fields = Array.from({ length: 5000 }, (_, i) => ({
      page: 1,
      x: 0,
      y: 0,
      width: 0.1,
      height: 0.1,
      participantIndex: i % 100,
    }));
    const answer = await put(key, id, { participants, fields });
    expect(answer.status).toBe(200);
    expect(answer.json.participants.map(({ orderIndex }: any) => orderIndex)).toEqual([...Array(100).keys()]);
    const read = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    expect(read.fields).toEqual(answer.json.fields);
  });
});

describe('409', () => {
  it('for an outdated version, with the current one, changing nothing', async () => {
    const { key, id, graph } = await draft();
    for (const expectedVersion of [2, 99]) {
      const answer = await put(key, id, { displayName: 'Stale', expectedVersion });
      expectError(answer, 'version_conflict', { currentVersion: 1 });
    }
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json).toEqual(graph);
    expect(await eventsOf(api, key, id)).toHaveLength(1);
  });

  it('to an envelope that was sent', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = await sendDraft(api, key);
    expectInvalidState(await put(key, envelope.id, { displayName: 'Late' }), 'in_progress');
  });
});

describe('422', () => {
  it.each<[string, unknown, string[]]>([
    ['participants without fields', { participants: [ALICE] }, ['/fields']],
    ['a field for nobody', { fields: [SIGNATURE] }, ['/fields/0']],
    [
      'a participant that is not there',
      { fields: [{ ...SIGNATURE, participantIndex: 2 }] },
      ['/fields/0/participantIndex'],
    ],
    [
      'a page that is not there',
      { fields: [{ ...SIGNATURE, participantIndex: 0, page: 2 }] },
      ['/fields/0/page'],
    ],
    [
      'a field beyond the page',
      { fields: [{ ...SIGNATURE, participantIndex: 0, x: 0.8, y: 0.96 }] },
      ['/fields/0/width', '/fields/0/height'],
    ],
    [
      'a dropdown without options',
      { fields: [{ ...SIGNATURE, participantIndex: 0, type: 'dropdown' }] },
      ['/fields/0/options'],
    ],
    [
      'an unknown type',
      { fields: [{ ...SIGNATURE, participantIndex: 0, type: 'thumbprint' }] },
      ['/fields/0/type'],
    ],
    ['versions that are none', { expectedVersion: 0 }, ['/expectedVersion']],
    ['a display name of nothing', { displayName: '' }, ['/displayName']],
    ['a sender without an address', { sender: { name: 'A' } }, ['/sender/email']],
    [
      'a reminder policy out of range',
      { policy: { reminderPolicy: { firstAfterDays: 0, everyDays: 31, maxReminders: 21 } } },
      [
        '/policy/reminderPolicy/firstAfterDays',
        '/policy/reminderPolicy/everyDays',
        '/policy/reminderPolicy/maxReminders',
      ],
    ],
    [
      'too many fields',
      { fields: Array.from({ length: 5001 }, () => ({ ...SIGNATURE, participantIndex: 0 })) },
      ['/fields'],
    ],
  ])('names %s', async (_name, body, paths) => {
    const { key, id, graph } = await draft();
    expectIssues(await api.call('PUT', path(id), { key, body }), paths);
    expect((await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json).toEqual(graph);
  });

  it('for an unavailable legal framework', async () => {
    const { key, id } = await draft();
    const answer = await put(key, id, { policy: { legalFramework: 'eidas_qes' } });
    expectError(answer, 'legal_framework_unavailable', { legalFramework: 'eidas_qes' });
  });
});
