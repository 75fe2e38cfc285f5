import { sql, type SQL } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { useApi } from '../support/api.ts';
import { openTestMode } from '../support/test-mode.ts';

const api = useApi();
const inside = (organizationId: string, statement: SQL) =>
  transaction(api.services.db, { organizationId }, (tx) => tx.execute(statement));
const REFUSED = { cause: { code: '23514' } };

describe('a test environment', () => {
  it('keeps its members, its name and its organization', async () => {
    const { organizationId: live, userId } = await api.tenant();
    const other = await api.tenant();
    const { organizationId } = await openTestMode(api, live);
    for (const statement of [
      sql`update organizations set test_of = null where id = ${organizationId}`,
      sql`update organizations set test_of = ${other.organizationId} where id = ${organizationId}`,
      sql`update organizations set name = 'Bank' where id = ${organizationId}`,
      sql`update organizations set suspended_at = now(), suspension_reason = 'x' where id = ${organizationId}`,
      sql`update organizations set require_second_factor = true where id = ${organizationId}`,
      sql`delete from memberships where user_id = ${userId}`,
      sql`update memberships set role = 'viewer' where user_id = ${userId}`,
      sql`insert into memberships (organization_id, user_id, role) values (${organizationId}, ${other.userId}, 'owner')`,
      sql`insert into directory_tokens (id, organization_id, hash, hint, created_by)
        values ('scim_x', ${organizationId}, 'x', 'x', ${userId})`,
    ])
      await expect(inside(organizationId, statement)).rejects.toMatchObject(REFUSED);
  });

  it('is one of a live organization, which has one and never becomes one', async () => {
    const { organizationId: live } = await api.tenant();
    const other = await api.tenant();
    const { organizationId } = await openTestMode(api, live);
    const insert = (id: string, testOf: string) =>
      inside(
        id,
        sql`insert into organizations (id, name, test_of, created_at, updated_at)
          values (${id}, 'x', ${testOf}, now(), now())`,
      );
    await expect(insert('org_a', organizationId)).rejects.toMatchObject(REFUSED);
    await expect(insert('org_b', 'org_nobodys')).rejects.toMatchObject(REFUSED);
    await expect(insert('org_c', live)).rejects.toMatchObject({ cause: { code: '23505' } });
    await expect(
      inside(
        other.organizationId,
        sql`update organizations set test_of = ${live} where id = ${other.organizationId}`,
      ),
    ).rejects.toMatchObject(REFUSED);
  });

  it("sees nothing of its live organization's rows", async () => {
    const { organizationId: live } = await api.tenant();
    const { organizationId } = await openTestMode(api, live);
    const seen = await inside(organizationId, sql`select id from organizations`);
    expect([...seen]).toEqual([{ id: organizationId }]);
    const keys = await inside(organizationId, sql`select distinct organization_id as id from api_keys`);
    expect([...keys]).toEqual([{ id: organizationId }]);
  });

  it('follows its live organization within the transaction', async () => {
    const { organizationId: live } = await api.tenant();
    const { organizationId } = await openTestMode(api, live);
    await inside(
      live,
      sql`update organizations set name = 'New name', require_second_factor = true where id = ${live}`,
    );
    const [row] = await inside(
      organizationId,
      sql`select name, require_second_factor as needed from organizations`,
    );
    expect(row).toEqual({ name: 'New name', needed: true });
    await expect(
      transaction(api.services.db, { organizationId: live }, async (tx) => {
        await tx.execute(sql`update organizations set name = 'Undone' where id = ${live}`);
        const [{ scope } = {}] = await tx.execute<{ scope: string }>(
          sql`select current_setting('app.organization_id') as scope`,
        );
        expect(scope).toBe(live);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const [after] = await inside(organizationId, sql`select name from organizations`);
    expect(after).toEqual({ name: 'New name' });
  });
});
