import { beforeEach, describe, expect, it } from 'vitest';
import { useApi, type Answer, type Tenant } from '../support/api.ts';
import { WRITE_NAMES, writeAtOnce } from '../support/administration-writes.ts';
import { countConflicts } from '../support/conflicts.ts';
import { ALICE, BOB, sendDraft } from '../support/envelopes.ts';
import { callDashboard, sessionOf } from '../support/session.ts';

const api = useApi();

let tenant: Tenant;
beforeEach(async () => {
  tenant = await api.tenant();
});

const send = (method: string, path: string, body?: object) =>
  api.call(method, `/api/v1${path}`, { key: tenant.apiKey, ...(body && { body }) });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Sends all requests at once. None may fail, and none may succeed only because of a retry. */
async function race(calls: readonly (() => Promise<Answer>)[]): Promise<number[]> {
  const before = await countConflicts(api);
  const statuses = (await Promise.all(calls.map((call) => call()))).map(({ status }) => status);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect((await countConflicts(api)) - before).toBe(0);
  return statuses;
}

async function privateTeam(name: string): Promise<string> {
  const { status, json } = await send('POST', '/teams', { name, isPrivate: true });
  expect(status).toBe(201);
  return json.id;
}

describe('writes at the same moment take their locks in one order', () => {
  it('all of them, each twice', async () => {
    const before = await countConflicts(api);
    const answers = await writeAtOnce(api, WRITE_NAMES, 2);
    for (const name of WRITE_NAMES) {
      const statuses = answers.get(name) ?? [];
      expect(
        statuses.filter((status) => status >= 500),
        name,
      ).toEqual([]);
      // A write that is always refused would show nothing.
      expect(
        statuses.some((status) => status < 300),
        `${name}: ${statuses.join()}`,
      ).toBe(true);
    }
    expect((await countConflicts(api)) - before).toBe(0);
  });

  it('API keys and members of teams', async () => {
    const team = await privateTeam('Mergers');
    const path = `/teams/${team}/members/${tenant.userId}`;
    const statuses = await race([
      ...upTo(14).map((n) => () => send('POST', '/api-keys', { name: `Key ${n}` })),
      ...upTo(26).map((n) => () => send(n % 2 === 0 ? 'PUT' : 'DELETE', path)),
    ]);
    expect(statuses.slice(0, 14)).toEqual(upTo(14).map(() => 201));
  });

  it('teams that are renamed, made private and deleted', async () => {
    const { json: open } = await send('POST', '/teams', { name: 'Open' });
    const closing = await Promise.all(
      upTo(8).map(async (n) => (await send('POST', '/teams', { name: `T${n}` })).json),
    );
    await race([
      ...upTo(16).map((n) => () => {
        const body = { name: `Name ${n}`, isPrivate: n % 2 === 0 };
        return send('PATCH', `/teams/${open.id}`, body);
      }),
      ...upTo(16).map((n) => () => send('PATCH', `/teams/${open.id}`, { isPrivate: n % 2 === 0 })),
      ...closing.map(
        ({ id }) =>
          () =>
            send('DELETE', `/teams/${id}`),
      ),
      ...closing.map(
        ({ id }) =>
          () =>
            send('PATCH', `/teams/${id}`, { isPrivate: true }),
      ),
    ]);
  });

  it('owners who lose and get back their role, beside API keys, invitations and a test environment', async () => {
    await Promise.all(upTo(2).map(() => sessionOf(api, tenant.organizationId, 'owner')));
    const { members } = (await send('GET', '/members')).json;
    const others: string[] = members
      .map(({ userId }: { userId: string }) => userId)
      .filter((userId: string) => userId !== tenant.userId);
    const cookie = await sessionOf(api, tenant.organizationId, 'owner');
    const change = (userId: string, role: string) => () =>
      callDashboard(api, 'mutation', 'member.changeRole', { cookie, input: { userId, role } });
    const startsTest = () => callDashboard(api, 'mutation', 'organization.enterTestMode', { cookie });
    const statuses = await race([
      ...others.flatMap((userId) => upTo(4).map((n) => change(userId, n % 2 === 0 ? 'admin' : 'owner'))),
      ...upTo(12).map((n) => () => send('POST', '/api-keys', { name: `Key ${n}` })),
      ...upTo(8).map((n) => () => {
        const body = { email: `${n}@acme.example`, role: 'member' };
        return send('POST', '/invitations', body);
      }),
      startsTest,
      startsTest,
    ]);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
  });

  it('reminders to the same people, in either order', async () => {
    const pairs = [
      [ALICE, BOB],
      [BOB, ALICE],
    ];
    const sent: { id: string; version: number }[] = [];
    for (const n of upTo(12)) {
      const participants = (pairs[n % 2] ?? []).map((person) => ({ ...person, orderIndex: 1 }));
      sent.push((await sendDraft(api, tenant.apiKey, { participants })).envelope);
    }
    api.clock.now = new Date(api.clock.now.getTime() + 2 * 60 * 60_000);
    const statuses = await race(
      sent.map(
        ({ id, version }) =>
          () =>
            send('POST', `/envelopes/${id}/remind`, { expectedVersion: version }),
      ),
    );
    expect(statuses).toEqual(sent.map(() => 200));
  });
});
