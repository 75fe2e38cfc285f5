import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { ATTENTION, ENVELOPE_STATUSES, isEnded } from '#domain/envelope/status.ts';
import { listInput, NUMBERED_LISTS, readQuery } from '#ui/envelopes/list/list-query.ts';
import type { ListQuery } from '#wire/envelope-list.ts';
import { ownerOf } from '../../support/person.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';
import { addRows, hour } from './list-rows.ts';

const api = useApi();

describe('the numbers above the list', () => {
  it('count what waits, needs attention and was completed lately, of the organization', async () => {
    api.clock.now = hour(0);
    const [own, other] = [await api.tenant(), await api.tenant()];
    const cookie = await sessionOf(api, own.organizationId);
    const session = await callDashboard(api, 'query', 'account.get', { cookie });
    expect(session.status).toBe(200);
    await addRows(api, own, [
      { status: 'in_progress', created: -10 },
      { status: 'in_progress', created: -10, standing: ['your_turn'] },
      { status: 'in_progress', created: -10, expires: 5 },
      { status: 'in_progress', created: -10, expires: 500 },
      { status: 'declined', created: -10, standing: ['declined'] },
      { status: 'completed', created: -10, ended: -5 },
      { status: 'completed', created: -1000, ended: -900 },
      { created: -10 },
    ]);
    await addRows(api, other, [{ status: 'in_progress' }, { status: 'completed' }]);
    const { json } = await callDashboard(api, 'query', 'envelope.numbers', { cookie });
    // The envelopes' sender has no account, so none of them is this person's turn.
    expect(json.result.data).toEqual({ yourTurn: 0, waiting: 4, attention: 3, completed: 1 });
  });

  it('are those of the lists that they open, for envelopes in every state, archived or not', async () => {
    api.clock.now = hour(0);
    const tenant = await api.tenant();
    const caller = ownerOf(api, tenant);
    const lives = ENVELOPE_STATUSES.flatMap((status) => [
      { status, created: -900, ...(isEnded(status) ? { ended: -5 } : {}) },
      { status, created: -1000, ...(isEnded(status) ? { ended: -900 } : {}) },
      ...(isEnded(status) ? [] : [{ status, created: -10, expires: 5 }]),
      ...ATTENTION.filter((reason) => reason !== 'expiring_soon').map((reason) => ({
        ...{ status, created: -10, standing: [reason], senderUserId: tenant.userId },
        ...(isEnded(status) ? { ended: -1 } : {}),
      })),
    ]);
    const ids = await addRows(api, tenant, [...lives, { created: -10, deleted: true }]);
    const ended = lives.flatMap(({ status }, at) => (isEnded(status) ? [ids[at] ?? ''] : []));
    await caller.label.archive({ add: ended.filter((_, at) => at % 2 === 0) });
    const numbers = await caller.envelope.numbers({});
    const lists = Object.entries(NUMBERED_LISTS).map(async ([name, address]) => {
      const input = listInput(readQuery(new URLSearchParams(address)), hour(0).getTime());
      return [name, (await caller.envelope.list({ ...input, limit: 100 })).items.length];
    });
    expect(numbers).toEqual(Object.fromEntries(await Promise.all(lists)));
    expect(Object.values(numbers).every((count) => count > 0)).toBe(true);
  });

  it('count own turns apart, and open lists of exactly as many', async () => {
    api.clock.now = hour(0);
    const tenant = await api.tenant();
    const caller = ownerOf(api, tenant);
    const mine = { status: 'in_progress', created: -10, senderUserId: tenant.userId } as const;
    await addRows(api, tenant, [
      { ...mine, name: 'Mine', standing: ['your_turn'] },
      { ...mine, name: 'Mine and bounced', standing: ['delivery_failed', 'your_turn'], expires: 5 },
      { ...mine, name: 'Bounced', standing: ['delivery_failed'] },
      { ...mine, name: 'Expiring', expires: 5 },
      { ...mine, name: 'Waiting' },
      { status: 'in_progress', created: -10, name: 'Turn of a colleague', standing: ['your_turn'] },
      { status: 'declined', created: -10, name: 'Declined', standing: ['declined'] },
    ]);
    const list = async (input: ListQuery) =>
      (await caller.envelope.list({ sort: 'name', ...input })).items.map(({ displayName }) => displayName);
    const [yours, others, attention] = await Promise.all([
      list({ view: 'waiting', turn: 'mine' }),
      list({ view: 'waiting', turn: 'others' }),
      list({ view: 'attention', turn: 'others' }),
    ]);
    expect(yours).toEqual(['Mine', 'Mine and bounced']);
    expect(others).toEqual(['Bounced', 'Expiring', 'Turn of a colleague', 'Waiting']);
    expect(attention).toEqual(['Bounced', 'Declined', 'Expiring', 'Turn of a colleague']);
    expect(await list({ view: 'attention' })).toHaveLength(6);
    for (const sort of ['created', 'urgency', 'sent', 'completed', 'activity'] as const)
      expect((await list({ view: 'waiting', turn: 'mine', sort })).sort()).toEqual(yours);
    expect(await caller.envelope.numbers({})).toEqual({
      ...{ yourTurn: yours.length, waiting: others.length, attention: attention.length, completed: 0 },
    });
  });
});
