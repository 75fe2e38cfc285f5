import postgres from 'postgres';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions } from '#server/db/client/client.ts';

export type InstanceAdministrator = {
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly hasSecondFactor: boolean;
};

/**
 * Lists the instance's administrators. These functions connect as the owner of the tables, since the program
 * itself may only read the administrators.
 */
export async function listInstanceAdministrators(
  owner: DatabaseAddress,
): Promise<readonly InstanceAdministrator[]> {
  return await withOwner(
    owner,
    async (sql) =>
      await sql<InstanceAdministrator[]>`
        select u.email, u.name, a.created_at as "createdAt", has_second_factor(u.id) as "hasSecondFactor"
        from instance_administrators a join users u on u.id = a.user_id order by a.created_at`,
  );
}

/**
 * Makes a person an administrator of the instance. Returns whether there is such an account with a confirmed
 * address.
 */
export async function addInstanceAdministrator(owner: DatabaseAddress, email: string): Promise<boolean> {
  return await withOwner(owner, async (sql) => {
    const [user] = await sql<{ id: string }[]>`
      select id from users where lower(email) = lower(${email}) and email_verified_at is not null`;
    if (user === undefined) return false;
    await sql`insert into instance_administrators (user_id, created_at) values (${user.id}, now()) on conflict do nothing`;
    return true;
  });
}

/** Ends a person's right to administer the instance immediately. Returns whether they had it. */
export async function removeInstanceAdministrator(owner: DatabaseAddress, email: string): Promise<boolean> {
  return await withOwner(owner, async (sql) => {
    const removed = await sql`
      delete from instance_administrators using users
      where users.id = user_id and lower(email) = lower(${email})`;
    return removed.count > 0;
  });
}

/** Runs as the owner of the tables. */
export async function withOwner<T>(
  owner: DatabaseAddress,
  run: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const sql = postgres({ ...toConnectionOptions(owner), max: 1, onnotice: () => undefined });
  try {
    return await run(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
