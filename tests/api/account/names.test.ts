import { describe, expect, it } from 'vitest';
import { updateUser } from '#server/db/accounts/users.ts';
import { approveName } from '#server/organizations/change-standing.ts';
import { mailedToken, mutate, PASSWORD, post, query, signUpPerson } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { callDashboard, refusalIn } from '../../support/session.ts';

const api = useApi({ work: true });
const AT_NAME = { code: 'validation_failed', details: { issues: [{ path: '/name' }] } };

describe.each([
  'DocuSign Security Team',
  'Мicrosoft Account',
  'Countersign Support',
  'https://evil.test/pay',
])('a person called %s', (name) => {
  it("can't sign up, join or rename themselves so", async () => {
    const account = { organization: 'Acme', name, email: 'impostor@evil.test', password: PASSWORD };
    expect((await post(api, 'sign-up', account)).json).toMatchObject(AT_NAME);

    const { cookie, organizationId } = await signUpPerson(api);
    const renamed = await callDashboard(api, 'mutation', 'account.rename', { cookie, input: { name } });
    expect(refusalIn(renamed)).toMatchObject(AT_NAME);
    expect(await query(api, cookie, 'account.get')).toMatchObject({ name: 'Pia Person' });

    const email = `joining${organizationId}@evil.test`;
    await mutate(api, cookie, 'member.invite', { email, role: 'member' });
    const token = await mailedToken(api, organizationId, email, 'invitation');
    const joined = await post(api, 'invitation/join', { token, name, password: PASSWORD });
    expect(joined.json).toMatchObject(AT_NAME);
  });

  it('invites nobody if a directory named them so, until the operator approves the name', async () => {
    const { cookie, organizationId, userId } = await signUpPerson(api);
    await updateUser(api.services.db.drizzle, userId, { name });
    const input = { email: `guest${organizationId}@evil.test`, role: 'member' };
    const held = await callDashboard(api, 'mutation', 'member.invite', { cookie, input });
    expect(refusalIn(held)).toMatchObject({ code: 'forbidden', details: { reason: 'name_held' } });
    await approveName(api.services, organizationId, name);
    expect(await mutate(api, cookie, 'member.invite', input)).toHaveProperty('id');
    expect(await mutate(api, cookie, 'account.rename', { name })).toEqual({ done: true });
  });
});

it.each(['Countersign1', 'acme.example.1'])('refuses the password %s of the place', async (password) => {
  const { cookie } = await signUpPerson(api);
  const input = { password: PASSWORD, newPassword: password };
  const changed = await callDashboard(api, 'mutation', 'account.changePassword', { cookie, input });
  expect(refusalIn(changed)).toMatchObject({
    details: { issues: [{ path: '/newPassword', message: 'is too easy to guess' }] },
  });
});
