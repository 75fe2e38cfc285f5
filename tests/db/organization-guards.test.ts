import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listManagedRoles, ROLES } from '#domain/organization/role.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { forgetAccountActions } from '#server/db/organizations/administrative-actions.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';
import { sessionOf } from '../support/session.ts';

const api = useApi();
const owner = useOwner(api);
const inside = <T>(organizationId: string, run: (tx: Transaction) => Promise<T>) =>
  transaction(api.services.db, { organizationId }, run);

describe('an organization', () => {
  it.each([
    ['leaves', sql`delete from memberships where role = 'owner'`],
    ['becomes something less', sql`update memberships set role = 'admin' where role = 'owner'`],
  ])('keeps its last owner, who never %s', async (_what, statement) => {
    const { organizationId } = await api.tenant();
    await expect(inside(organizationId, (tx) => tx.execute(statement))).rejects.toMatchObject({
      cause: { constraint_name: 'memberships_keep_owner' },
    });
  });

  it('keeps one of two owners who both leave at the same moment', async () => {
    const { organizationId, userId } = await api.tenant();
    await sessionOf(api, organizationId, 'owner');
    const leave = (condition: ReturnType<typeof sql>) =>
      inside(organizationId, (tx) =>
        tx.execute(sql`delete from memberships where ${condition} returning pg_sleep(0.05)`),
      );
    const outcomes = await Promise.allSettled([
      leave(sql`user_id = ${userId}`),
      leave(sql`user_id <> ${userId}`),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps its last team', async () => {
    const { organizationId, apiKey } = await api.tenant();
    expect(apiKey).toMatch(/^svc_sk_/);
    await inside(organizationId, (tx) => tx.execute(sql`delete from api_keys`));
    await expect(inside(organizationId, (tx) => tx.execute(sql`delete from teams`))).rejects.toMatchObject({
      cause: { constraint_name: 'teams_keep_one' },
    });
  });
});

describe('an invitation', () => {
  it('is accepted only while its inviter may give its role, and ends with that right', async () => {
    const { organizationId } = await api.tenant();
    for (const role of ROLES) await sessionOf(api, organizationId, role);
    for (const role of ROLES)
      for (const given of ROLES) {
        const id = api.services.newId('invitation');
        await inside(organizationId, (tx) =>
          tx.execute(sql`insert into invitations (id, organization_id, email, role, epoch, token_hash, invited_by,
            created_at, sent_at, expires_at) select ${id}, ${organizationId}, ${id}, ${given}, 1, ${id}, user_id,
            now(), now(), now() from memberships where role = ${role} order by user_id desc limit 1`),
        );
        const accepted = inside(organizationId, (tx) =>
          tx.execute(sql`update invitations set accepted_at = now() where id = ${id} returning id`),
        );
        if (listManagedRoles(role).includes(given)) expect(await accepted).toHaveLength(1);
        else await expect(accepted).rejects.toMatchObject({ cause: { code: '23514' } });
      }
  });

  it('is accepted by nobody while the organization is suspended, and ends with the key that sent it', async () => {
    const { organizationId } = await api.tenant();
    const invite = async () => {
      const id = api.services.newId('invitation');
      await inside(organizationId, (tx) =>
        tx.execute(sql`insert into invitations (id, organization_id, email, role, epoch, token_hash, invited_by, invited_with,
          created_at, sent_at, expires_at) select ${id}, ${organizationId}, ${id}, 'member', 1, ${id}, created_by, id,
          now(), now(), now() from api_keys limit 1`),
      );
      return id;
    };
    const accept = (id: string) =>
      inside(organizationId, (tx) =>
        tx.execute(sql`update invitations set accepted_at = now() where id = ${id} returning id`),
      );
    const [first, second] = [await invite(), await invite()];
    const suspend = (at: string | null) =>
      inside(organizationId, (tx) =>
        tx.execute(sql`update organizations set suspended_at = ${at}, suspension_reason = ${at}`),
      );
    await suspend('2027-03-01');
    await expect(accept(first)).rejects.toMatchObject({ cause: { code: '23514' } });
    await suspend(null);
    expect(await accept(first)).toHaveLength(1);
    await inside(organizationId, (tx) => tx.execute(sql`update api_keys set revoked_at = now()`));
    const [row] = await inside(organizationId, (tx) =>
      tx.execute<{ ended: boolean }>(
        sql`select revoked_at is not null as ended from invitations where id = ${second}`,
      ),
    );
    expect(row).toEqual({ ended: true });
    await expect(accept(second)).rejects.toMatchObject({ cause: { code: '23514' } });
  });
});

describe('the record of administrative actions', () => {
  it('is neither changed nor deleted, by the program or by its owner', async () => {
    const { organizationId } = await api.tenant();
    await inside(organizationId, (tx) =>
      tx.execute(sql`insert into administrative_actions
        (id, organization_id, actor_name, action, subject_name, occurred_at)
        values (${api.services.newId('administrativeAction')}, ${organizationId}, 'x', 'team.created', 'y', now())`),
    );
    for (const statement of [
      `update administrative_actions set actor_name = 'z'`,
      'delete from administrative_actions',
    ]) {
      await expect(inside(organizationId, (tx) => tx.execute(sql.raw(statement)))).rejects.toMatchObject({
        cause: { code: statement.startsWith('delete') ? '23001' : '42501' },
      });
      await expect(owner.sql.unsafe(statement)).rejects.toMatchObject({ code: '23001' });
    }
    await expect(owner.sql.unsafe('truncate administrative_actions')).rejects.toMatchObject({
      code: '23001',
    });
  });

  it('loses only what is about accounts, after a month, and the person sees only their own', async () => {
    const { organizationId, userId } = await api.tenant();
    const add = async (action: string, days: number, subject: string | null = userId) =>
      await inside(organizationId, (tx) =>
        tx.execute(sql`insert into administrative_actions
          (id, organization_id, actor_name, action, subject_id, subject_name, occurred_at)
          values (${api.services.newId('administrativeAction')}, ${organizationId}, 'x', ${action}, ${subject}, 'y',
            now() - ${days} * interval '1 day')`),
      );
    await add('sign_in.succeeded', 31);
    await add('account.password_changed', 400);
    await add('sign_in.failed', 29);
    await add('sign_in.failed', 29, 'user_other');
    await add('member.joined', 400);
    const ofPerson = await transaction(api.services.db, { userId }, (tx) =>
      tx.execute<{ action: string }>(sql`select action from administrative_actions order by action`),
    );
    expect([...ofPerson].map(({ action }) => action)).toEqual([
      'account.password_changed',
      'sign_in.failed',
      'sign_in.succeeded',
    ]);
    const DAY_MS = 86_400_000;
    await forgetAccountActions(api.services.db, new Date(Date.now() - 100 * DAY_MS));
    await forgetAccountActions(api.services.db, new Date(Date.now() + DAY_MS));
    const left = await inside(organizationId, (tx) =>
      tx.execute<{ action: string; subject: string }>(
        sql`select action, subject_id as subject from administrative_actions where actor_name = 'x' order by id`,
      ),
    );
    expect([...left]).toEqual([
      { action: 'sign_in.failed', subject: userId },
      { action: 'sign_in.failed', subject: 'user_other' },
      { action: 'member.joined', subject: userId },
    ]);
  });
});
