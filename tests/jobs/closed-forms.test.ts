import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { mutate, query, whoIs } from '../support/account.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';
import { sessionOf } from '../support/session.ts';
import { openTestMode } from '../support/test-mode.ts';
import { makeTemplate, readTemplate } from '../api/template/example.ts';

const api = useApi({ work: true, alone: true });
const database = useOwner(api);

async function readPerson(cookie: string) {
  const { user } = (await whoIs(api, cookie)).json;
  return { cookie, userId: user.id as string, email: user.email as string };
}

const publish = (cookie: string, id: string) =>
  mutate(api, cookie, 'template.putForm', { id, enabled: true, roleApiName: 'client' });
const form = async (key: string, id: string) =>
  (await api.ask('GET /api/v1/templates/{id}/form', { key, path: { id } })).json;
const attention = async (key: string, id: string) => (await readTemplate(api, key, id)).template.attention;
const createKey = async (cookie: string, input: object = {}) =>
  (await mutate(api, cookie, 'apiKey.create', { name: 'Key', ...input })).secret as string;

/** A form that an administrator published, and an owner. */
async function publishForm() {
  const { apiKey, organizationId } = await api.tenant();
  const owner = await readPerson(await sessionOf(api, organizationId, 'owner'));
  const publisher = await readPerson(await sessionOf(api, organizationId, 'admin'));
  const { id } = (await makeTemplate(api, apiKey)).template;
  await publish(publisher.cookie, id);
  return {
    ...{ organizationId, key: apiKey, owner, publisher, id },
    mails: (count: number) =>
      api.until(`${count} mails about the form`, async () => {
        await sweep(api.services);
        const mails = await api.mails(organizationId, 0);
        const about = mails.filter(({ subject }) => subject.includes('public form'));
        return about.length === count && about;
      }),
  };
}
type Left = Awaited<ReturnType<typeof publishForm>>;

it.each<[string, string, string, (left: Left) => Promise<unknown>]>([
  [
    'is removed',
    'publisher_removed',
    'is no longer a member of Acme GmbH',
    ({ owner, publisher: { userId } }) => mutate(api, owner.cookie, 'member.remove', { userId }),
  ],
  [
    'leaves',
    'publisher_removed',
    'is no longer a member of Acme GmbH',
    ({ publisher }) => mutate(api, publisher.cookie, 'organization.leave'),
  ],
  [
    'becomes a viewer',
    'publisher_demoted',
    'is no longer allowed to send for Acme GmbH',
    ({ owner, publisher: { userId } }) =>
      mutate(api, owner.cookie, 'member.changeRole', { userId, role: 'viewer' }),
  ],
])(
  'a form closes when its publisher %s, and who can decide is told once',
  async (_what, reason, words, lose) => {
    const left = await publishForm();
    const { key, owner, publisher, id } = left;
    await lose(left);
    expect(await form(key, id)).toMatchObject({
      enabled: false,
      closedReason: reason,
      closedAt: expect.any(String),
    });
    expect(await attention(key, id)).toEqual(['form_closed']);
    // Two owners: the tenant's and the signed-in one.
    const mails = await left.mails(2);
    await sweep(api.services);
    expect(await left.mails(2)).toHaveLength(2);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(publisher.email);
    expect(mails[0]?.subject).toBe('A public form of Acme GmbH was closed');
    expect(mails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      `Rita admin published the form Framework agreement and ${words}`,
    );
    expect(mails[0]?.text).toContain(`http://localhost:3000/templates/${id}`);
    const { items } = await query(api, owner.cookie, 'administrativeAction.list');
    expect(items.filter(({ action }: { action: string }) => action === 'template.form_closed')).toMatchObject(
      [{ actorName: 'Countersign', subjectName: 'Framework agreement', details: { reason } }],
    );
    expect(await publish(owner.cookie, id)).toMatchObject({
      enabled: true,
      closedReason: null,
      closedAt: null,
    });
    expect(await attention(key, id)).toEqual([]);
  },
);

it('stays closed when its publisher may send again, and doesn’t close for a lower role that may', async () => {
  const { key, owner, publisher, id } = await publishForm();
  const give = (role: string) =>
    mutate(api, owner.cookie, 'member.changeRole', { userId: publisher.userId, role });
  await give('member');
  expect((await form(key, id)).enabled).toBe(true);
  await give('viewer');
  await give('admin');
  expect(await form(key, id)).toMatchObject({
    enabled: false,
    closedReason: 'publisher_demoted',
  });
  expect((await publish(publisher.cookie, id)).enabled).toBe(true);
});

it('closes when its publisher leaves the private team, and owners outside of it don’t learn its name', async () => {
  const left = await publishForm();
  const { organizationId, owner, publisher } = left;
  const { id: teamId } = await mutate(api, publisher.cookie, 'team.create', {
    name: 'Mergers',
    isPrivate: true,
  });
  const key = await createKey(publisher.cookie, { teamId });
  const { id } = (await makeTemplate(api, key)).template;
  await publish(publisher.cookie, id);
  const other = await readPerson(await sessionOf(api, organizationId, 'admin'));
  await mutate(api, publisher.cookie, 'team.addMember', { id: teamId, userId: other.userId });
  // Whoever makes their own team private stays in it.
  await mutate(api, other.cookie, 'team.change', { id: teamId, isPrivate: false });
  await mutate(api, publisher.cookie, 'team.change', { id: teamId, isPrivate: true });
  expect((await form(key, id)).enabled).toBe(true);
  await mutate(api, publisher.cookie, 'team.addMember', { id: teamId, userId: other.userId });
  await mutate(api, owner.cookie, 'team.removeMember', { id: teamId, userId: publisher.userId });
  expect(await form(await createKey(other.cookie, { teamId }), id)).toMatchObject({
    closedReason: 'publisher_left_team',
  });
  expect((await left.mails(1)).map(({ recipient }) => recipient)).toEqual([other.email]);

  // Somebody who doesn't see the team removes its last member.
  await publish(other.cookie, id);
  await mutate(api, owner.cookie, 'member.remove', { userId: other.userId });
  const mails = (await left.mails(3)).filter(({ recipient }) => recipient !== other.email);
  expect(mails).toHaveLength(2);
  for (const { text, html, subject } of mails) {
    expect(text).toContain('A form of a private team');
    expect(text).toContain('http://localhost:3000/settings/teams');
    expect(`${text}${html}${subject}`).not.toContain('Framework agreement');
  }
});

it('closes in the test environment as well', async () => {
  const { organizationId } = await api.tenant();
  const owner = await readPerson(await sessionOf(api, organizationId, 'owner'));
  const test = await openTestMode(api, organizationId);
  const { id } = (await makeTemplate(api, test.apiKey)).template;
  await publish(test.cookie, id);
  const { userId } = await readPerson(test.cookie);
  await mutate(api, owner.cookie, 'member.changeRole', { userId, role: 'viewer' });
  const rows = await transaction(api.services.db, { organizationId: test.organizationId }, (tx) =>
    tx.execute(sql`select enabled, closed_reason from template_forms where template_id = ${id}`),
  );
  expect(rows).toEqual([{ enabled: false, closed_reason: 'publisher_demoted' }]);
});

it('doesn’t stay open when its team becomes private while somebody outside of it publishes it', async () => {
  const { owner, publisher } = await publishForm();
  const { id: teamId } = await mutate(api, owner.cookie, 'team.create', { name: 'Deals', isPrivate: false });
  const key = await createKey(owner.cookie, { teamId });
  const { id } = (await makeTemplate(api, key)).template;

  // Publishing waits for another change of the template.
  const [isHeld, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = database.sql.begin(async (tx) => {
    await tx`select from templates where id = ${id} for update`;
    isHeld.resolve();
    await end.promise;
  });
  await isHeld.promise;
  const waits = (count: number) =>
    api.until(`${count} requests to wait`, async () => {
      const locks = await api.services.db.drizzle.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return locks.length >= count;
    });
  const publishing = publish(publisher.cookie, id).catch(() => null);
  await waits(1);
  const closing = mutate(api, owner.cookie, 'team.change', { id: teamId, isPrivate: true });
  await Promise.race([closing, waits(2)]);
  end.resolve();
  await Promise.all([changing, publishing, closing]);
  expect((await form(key, id)).enabled).toBe(false);
});
