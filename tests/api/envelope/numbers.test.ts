import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
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
});
