import { describe, expect, it } from 'vitest';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { expectKeys } from '../../support/shapes.ts';
import { signAs } from '../../support/signer.ts';
import { addRows, addTeam, addTemplate, hour, page } from './list-rows.ts';

const api = useApi();

describe('200', () => {
  it('returns an empty page without envelopes', async () => {
    const { apiKey: key } = await api.tenant();
    const { status, json } = await api.ask('GET /api/v1/envelopes', { key });
    expect({ status, json }).toEqual({ status: 200, json: { items: [], nextCursor: null } });
  });

  it('shows each envelope with its team, signers and latest activity', async () => {
    const tenant = await api.tenant();
    const graph = await sendDraft(api, tenant.apiKey, { displayName: 'Lease of the mill' });
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    const [item] = (await page(api, tenant)).items;
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', {
      key: tenant.apiKey,
      path: { id: graph.envelope.id },
    });
    const { teamName, participantCount, signedCount, latestActivity, signers, attention, ...rest } = item;
    const { waitingFor, labels, archivedAt, ...envelope } = rest;
    expect([labels, archivedAt]).toEqual([[], null]);
    expect(envelope).toEqual(json.envelope);
    expectKeys(item, 'listItem');
    const now = api.clock.now.toISOString();
    expect({ teamName, participantCount, signedCount, attention }).toEqual({
      teamName: 'General',
      participantCount: 2,
      signedCount: 1,
      attention: [],
    });
    expect(latestActivity).toEqual({
      action: expect.stringMatching(/^(envelope|participant)\./),
      label: expect.stringMatching(/\S/),
      occurredAt: now,
    });
    const [alice, bob] = json.participants;
    expect(waitingFor).toEqual({ participantId: bob.id, name: BOB.name, since: now, otherCount: 0 });
    expect(signers).toEqual([
      {
        participantId: alice.id,
        name: ALICE.name,
        status: 'signed',
        declineReason: null,
        lastEventLabel: 'Signed',
        lastEventAt: now,
        lastRemindedAt: null,
        nextReminderAt: null,
      },
      {
        participantId: bob.id,
        name: BOB.name,
        status: 'pending',
        declineReason: null,
        lastEventLabel: latestActivity.label,
        lastEventAt: now,
        lastRemindedAt: null,
        nextReminderAt: null,
      },
    ]);
  });

  it('shows reasons and reminders of signers, in their order', async () => {
    const tenant = await api.tenant();
    await addRows(api, tenant, [
      {
        status: 'declined',
        standing: ['declined'],
        people: [
          {
            name: 'Zoe Last',
            status: 'declined',
            declinedAt: hour(3),
            declineReason: 'Too dear',
            latestAction: 'participant.declined',
            latestActionAt: hour(3),
          },
          { name: 'Adam First', lastRemindedAt: hour(1), nextReminderAt: hour(9) },
        ],
      },
    ]);
    const [item] = (await page(api, tenant)).items;
    expect(item.signers).toMatchObject([
      { name: 'Zoe Last', status: 'declined', declineReason: 'Too dear', lastEventAt: hour(3).toISOString() },
      {
        name: 'Adam First',
        lastEventLabel: null,
        lastEventAt: null,
        lastRemindedAt: hour(1).toISOString(),
        nextReminderAt: hour(9).toISOString(),
      },
    ]);
    expect(item).toMatchObject({ participantCount: 2, signedCount: 0, attention: ['declined'] });
  });

  it('leaves out deleted drafts and other organizations', async () => {
    const [tenant, other] = [await api.tenant(), await api.tenant()];
    await addRows(api, other, [{ name: 'Theirs' }]);
    await addRows(api, tenant, [{ name: 'Ours' }, { name: 'Deleted', deleted: true }]);
    for (const sort of ['created', 'sent', 'completed', 'activity', 'name', 'urgency'])
      expect((await page(api, tenant, { sort })).names).toEqual(['Ours']);
    expect((await page(api, tenant, { q: 'file', view: 'drafts' })).names).toEqual(['Ours']);
    expect((await page(api, tenant, { q: 'delete' })).names).toEqual([]);
    expect((await page(api, tenant, { teamId: other.teamId })).names).toEqual([]);
  });
});

describe('filters', () => {
  it('by status: one, or several', async () => {
    const tenant = await api.tenant();
    await addRows(api, tenant, [
      { name: 'a', status: 'draft', created: 1 },
      { name: 'b', status: 'completed', created: 2 },
      { name: 'c', status: 'voided', created: 3 },
      { name: 'd', status: 'draft', created: 4 },
    ]);
    expect((await page(api, tenant, { status: 'draft' })).names).toEqual(['d', 'a']);
    expect((await page(api, tenant, { status: 'voided,draft' })).names).toEqual(['d', 'c', 'a']);
    expect((await page(api, tenant, { status: 'draft,draft' })).names).toEqual(['d', 'a']);
    expect((await page(api, tenant, { status: 'expired' })).names).toEqual([]);
    expect((await page(api, tenant, { status: 'completed', view: 'drafts' })).names).toEqual([]);
  });

  it('by team and by template', async () => {
    const tenant = await api.tenant();
    const [teamId, templateId] = [await addTeam(api, tenant, 'Legal'), await addTemplate(api, tenant)];
    await addRows(api, tenant, [
      { name: 'plain', created: 1 },
      { name: 'team', created: 2, teamId },
      { name: 'template', created: 3, templateId },
      { name: 'both', created: 4, teamId, templateId, status: 'completed' },
    ]);
    const legal = await page(api, tenant, { teamId });
    expect(legal.names).toEqual(['both', 'team']);
    expect(legal.items.map(({ teamName }) => teamName)).toEqual(['Legal', 'Legal']);
    expect((await page(api, tenant, { templateId })).names).toEqual(['both', 'template']);
    expect((await page(api, tenant, { templateId, teamId, sort: 'name' })).names).toEqual(['both']);
    expect((await page(api, tenant, { teamId, view: 'drafts', sort: 'activity' })).names).toEqual(['team']);
    expect((await page(api, tenant, { teamId: 'team_unknown' })).names).toEqual([]);
  });
});

describe('views', () => {
  it('show what they say', async () => {
    const tenant = await api.tenant();
    api.clock.now = hour(0);
    const soon = 72;
    await addRows(api, tenant, [
      { name: 'draft', created: 1 },
      { name: 'detecting', status: 'detecting', created: 2 },
      { name: 'review', status: 'review', created: 3 },
      { name: 'failed', status: 'review', created: 4, standing: ['detection_failed'] },
      { name: 'out', status: 'in_progress', created: 5, expires: soon + 1 },
      { name: 'endless', status: 'in_progress', created: 6 },
      { name: 'soon', status: 'in_progress', created: 7, expires: soon },
      { name: 'yours', status: 'in_progress', created: 8, expires: 1, standing: ['your_turn'] },
      { name: 'completed', status: 'completed', created: 9, expires: 1 },
      { name: 'declined', status: 'declined', created: 10, standing: ['declined'] },
      { name: 'voided', status: 'voided', created: 11, expires: 1 },
      { name: 'draft soon', created: 12, expires: 1 },
    ]);
    const names = async (view: string) => (await page(api, tenant, { view })).names;
    expect(await names('attention')).toEqual(['declined', 'yours', 'soon', 'failed']);
    expect(await names('waiting')).toEqual(['yours', 'soon', 'endless', 'out']);
    expect(await names('drafts')).toEqual(['draft soon', 'failed', 'review', 'detecting', 'draft']);
    expect(await names('completed')).toEqual(['completed']);
    expect(await names('all')).toHaveLength(12);
    const { items } = await page(api, tenant, { view: 'attention' });
    expect(items.map(({ attention }) => attention)).toEqual([
      ['declined'],
      ['your_turn', 'expiring_soon'],
      ['expiring_soon'],
      ['detection_failed'],
    ]);
    expect(
      (await page(api, tenant, { view: 'attention', status: 'in_progress,draft', sort: 'name' })).names,
    ).toEqual(['soon', 'yours']);
  });
});

describe('sorts', () => {
  it('by time: newest first, those without it last', async () => {
    const tenant = await api.tenant();
    await addRows(api, tenant, [
      { name: 'a', status: 'completed', created: 1, sent: 20, ended: 30, activity: 30 },
      { name: 'b', status: 'completed', created: 2, sent: 19, ended: 40, activity: 41 },
      { name: 'c', status: 'in_progress', created: 3, sent: 18, activity: 50 },
      { name: 'd', status: 'draft', created: 4, activity: 5 },
      { name: 'e', status: 'voided', created: 5, activity: 60 },
      { name: 'f', status: 'voided', created: 6, sent: 21, activity: 6 },
    ]);
    const names = async (sort: string) => (await page(api, tenant, { sort })).names.join('');
    expect((await page(api, tenant)).names.join('')).toBe('fedcba');
    expect(await names('created')).toBe('fedcba');
    expect(await names('sent')).toBe('fabced');
    expect(await names('completed')).toBe('bafedc');
    expect(await names('activity')).toBe('ecbafd');
  });

  it('by name: alphabetically, ignoring case', async () => {
    const tenant = await api.tenant();
    const names = [
      'zebra',
      'Äpfel',
      'apple',
      'Banana',
      'banana split',
      'Zoo',
      '10',
      'ångström',
      'Яблоко',
      '契約',
    ];
    await addRows(
      api,
      tenant,
      names.map((name) => ({ name })),
    );
    expect((await page(api, tenant, { sort: 'name' })).names).toEqual(
      [
        '10',
        'Äpfel',
        'ångström',
        'apple',
        'Banana',
        'banana split',
        'zebra',
        'Zoo',
        'Яблоко',
        '契約',
      ].toSorted((left, right) => Buffer.compare(keyOf(left), keyOf(right))),
    );
  });

  it('by urgency: what needs attention, then the nearest deadline, then the newest', async () => {
    const tenant = await api.tenant();
    api.clock.now = hour(0);
    await addRows(api, tenant, [
      { name: 'old draft', created: 1 },
      { name: 'completed', status: 'completed', created: 9, expires: 100 },
      { name: 'declined', status: 'declined', created: 2, standing: ['declined'], expires: 50 },
      { name: 'far', status: 'in_progress', created: 3, expires: 200 },
      { name: 'near', status: 'in_progress', created: 4, expires: 100 },
      { name: 'near and newer', status: 'in_progress', created: 5, expires: 100 },
      { name: 'soon', status: 'in_progress', created: 6, expires: 60 },
      { name: 'sooner, yours', status: 'in_progress', created: 7, expires: 50, standing: ['your_turn'] },
      { name: 'draft', created: 8, expires: 40 },
    ]);
    expect((await page(api, tenant, { sort: 'urgency' })).names).toEqual([
      'sooner, yours',
      'soon',
      'declined',
      'draft',
      'near and newer',
      'near',
      'far',
      'completed',
      'old draft',
    ]);
    expect((await page(api, tenant, { sort: 'urgency', view: 'attention' })).names).toEqual([
      'sooner, yours',
      'soon',
      'declined',
    ]);
  });
});

describe('422', () => {
  it.each([
    ['a view that does not exist', 'view=mine', '/view'],
    ['a sort that does not exist', 'sort=age', '/sort'],
    ['a status that does not exist', 'status=draft,gone', '/status/1'],
    ['an empty status', 'status=', '/status'],
    ['a status within that is empty', 'status=draft,', '/status/1'],
    ['an empty q', 'q=', '/q'],
    ['a long q', `q=${'x'.repeat(201)}`, '/q'],
    ['a long recipient', `recipient=${'x'.repeat(201)}`, '/recipient'],
    ['a long teamId', `teamId=${'x'.repeat(201)}`, '/teamId'],
    ['a long templateId', `templateId=${'x'.repeat(201)}`, '/templateId'],
    ['a limit of 0', 'limit=0', '/limit'],
    ['a limit of 101', 'limit=101', '/limit'],
    ['half a limit', 'limit=1.5', '/limit'],
    ['a cursor that is none', 'cursor=abc', '/cursor'],
    ['a long cursor', `cursor=${'x'.repeat(201)}`, '/cursor'],
    ['a parameter that does not exist', 'order=desc', '/order'],
    ['a parameter given twice', 'q=a&q=b', '/q'],
  ])('to %s', async (_name, query, path) => {
    const { apiKey: key } = await api.tenant();
    expectIssues(await api.call('GET', `/api/v1/envelopes?${query}`, { key }), [path]);
  });
});

function keyOf(name: string): Buffer {
  return Buffer.from(name.normalize('NFKD').toLowerCase());
}
