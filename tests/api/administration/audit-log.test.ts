import { describe, expect, it } from 'vitest';
import { mutate, pass } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi();

type Found = {
  readonly count: number;
  readonly actors: readonly string[];
  readonly items: readonly { readonly action: string; readonly occurredAt: string }[];
};

/** An organization with an owner and an admin who each changed something. */
async function organization() {
  const { organizationId } = await api.tenant();
  const owner = await sessionOf(api, organizationId, 'owner');
  const admin = await sessionOf(api, organizationId, 'admin');
  await mutate(api, owner, 'team.create', { name: 'Contracts' });
  pass(api, 60_000);
  await mutate(api, admin, 'team.create', { name: 'Sales' });
  await mutate(api, admin, 'apiKey.create', { name: 'Archive' });
  const search = async (input: unknown = {}, cookie = owner): Promise<Found> => {
    const answer = await callDashboard(api, 'query', 'administrativeAction.search', { cookie, input });
    return answer.json?.result?.data ?? refusalIn(answer)?.code;
  };
  // Entries of the same moment come in any order.
  const actions = async (input: unknown) => (await search(input)).items.map(({ action }) => action).sort();
  return { organizationId, owner, admin, search, actions };
}

describe('the audit log', () => {
  it('is searched by person, action, words and period', async () => {
    const { search, actions } = await organization();
    const all = await search();
    expect(all.actors).toEqual(expect.arrayContaining(['Rita admin', 'Rita owner']));
    expect(all.count).toBe(all.items.length);
    expect(await actions({ actorName: 'Rita owner' })).toEqual(['team.created']);
    expect(await actions({ area: 'people', actorName: 'Rita admin' })).toEqual(['team.created']);
    expect(await actions({ area: 'sealing', actorName: 'Rita admin' })).toEqual([]);
    expect(await actions({ words: 'CONTRACT' })).toEqual(['team.created']);
    // It isn't a pattern: wildcards match only themselves.
    expect(await actions({ words: '%' })).toEqual([]);
    const at = all.items[0]?.occurredAt ?? '';
    expect(await actions({ from: at })).toEqual(['api_key.created', 'team.created']);
    expect(await actions({ until: at, actorName: 'Rita admin' })).toEqual([]);
    expect(await search({ area: 'everything' })).toBe('validation_failed');
  });

  it('is exported with the filters, which is recorded', async () => {
    const { owner, search } = await organization();
    const { items } = await mutate(api, owner, 'administrativeAction.export', { actorName: 'Rita admin' });
    expect(items.map(({ action }: { action: string }) => action).sort()).toEqual([
      'api_key.created',
      'team.created',
    ]);
    expect((await search({ area: 'data' })).items).toMatchObject([
      {
        action: 'audit_log.exported',
        actorName: 'Rita owner',
        details: { entries: '2', actorName: 'Rita admin' },
      },
    ]);
  });

  it('shows and exports nothing of other organizations', async () => {
    const { search } = await organization();
    const stranger = await organization();
    const before = (await search()).count;
    expect((await stranger.search()).count).toBe(before);
    const { items } = await mutate(api, stranger.owner, 'administrativeAction.export');
    expect(items).toHaveLength(before);
    expect((await search()).count).toBe(before);
    expect((await stranger.search()).count).toBe(before + 1);
  });
});
