import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { useApi } from '../support/api.ts';
import { MINUTE_MS, pass } from '../support/moments.ts';
import { callDashboard, refusalIn, sessionOf } from '../support/session.ts';

const api = useApi();

/** A signed-in person and their operations on saved views. */
async function person(organizationId: string) {
  const cookie = await sessionOf(api, organizationId, 'viewer');
  const call = (verb: string, input: unknown) =>
    callDashboard(api, verb === 'list' ? 'query' : 'mutation', `view.${verb}`, { cookie, input });
  return { call, views: async () => (await call('list', {})).json.result.data.items };
}

describe('saved views', () => {
  it('are created, changed and deleted by their person, in the order they were made', async () => {
    const { call, views } = await person((await api.tenant()).organizationId);
    const first = (await call('create', { name: 'Sales NDAs', query: 'q=nda' })).json.result.data;
    expect(first).toEqual({ id: expect.stringMatching(/^view_/), name: 'Sales NDAs', query: 'q=nda' });
    pass(api, MINUTE_MS);
    await call('create', { name: 'All', query: '' });
    const changed = { id: first.id, name: 'NDAs', query: 'q=nda&view=waiting' };
    expect((await call('change', changed)).status).toBe(200);
    expect((await views()).map(({ name }: { name: string }) => name)).toEqual(['NDAs', 'All']);
    expect((await views())[0]).toEqual(changed);
    expect((await call('delete', { id: first.id })).status).toBe(200);
    expect(await views()).toHaveLength(1);
  });

  it('are nobody else’s', async () => {
    const { organizationId } = await api.tenant();
    const [own, colleague] = [await person(organizationId), await person(organizationId)];
    const stranger = await person((await api.tenant()).organizationId);
    const { id } = (await own.call('create', { name: 'Mine', query: '' })).json.result.data;
    for (const other of [colleague, stranger]) {
      expect(await other.views()).toEqual([]);
      for (const answer of [
        await other.call('change', { id, name: 'Theirs', query: '' }),
        await other.call('delete', { id }),
      ])
        expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
    }
    expect(await own.views()).toEqual([{ id, name: 'Mine', query: '' }]);
  });

  it('have limits, however many are saved at once', async () => {
    const { call, views } = await person((await api.tenant()).organizationId);
    for (const input of [
      { name: '', query: '' },
      { name: 'x'.repeat(LIMITS.savedViewNameMaxChars + 1), query: '' },
      { name: 'x', query: 'x'.repeat(LIMITS.savedViewQueryMaxChars + 1) },
      { name: 'x' },
    ])
      expect((await call('create', input)).status).toBe(422);
    const answers = await Promise.all(
      Array.from({ length: LIMITS.savedViewsMax + 4 }, (_, number) =>
        call('create', { name: `View ${number}`, query: '' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMITS.savedViewsMax);
    expect(await views()).toHaveLength(LIMITS.savedViewsMax);
  });

  it('need a session', async () => {
    expect((await callDashboard(api, 'query', 'view.list', { input: {} })).status).toBe(401);
  });
});
