import { desc, lt, sql } from 'drizzle-orm';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { instanceActions } from '#server/db/schema/instance-actions.ts';
import { withOwner } from './administrators.ts';

/** A person as the instance's administrators see them. */
export type ListedPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly organizations: string[];
  readonly hasPasskey: boolean;
  readonly hasApp: boolean;
  readonly administers: boolean;
  readonly sessions: number;
  readonly lastActiveAt: string | null;
};

type Page = { readonly words: string; readonly after: string | null; readonly limit: number };

/**
 * Lists people, newest first, that match a part of their name or address. Requires the scope of an administrator.
 */
export async function listPeople(tx: Transaction, { words, after, limit }: Page): Promise<ListedPerson[]> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx.execute<ListedPerson>(sql`
    select u.id, u.name, u.email,
      (select coalesce(json_agg(o.name order by m.created_at, o.id), '[]') from memberships m
        join organizations o on o.id = m.organization_id where m.user_id = u.id and o.test_of is null) as organizations,
      exists(select from passkeys p where p.user_id = u.id) as "hasPasskey",
      exists(select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null) as "hasApp",
      exists(select from instance_administrators a where a.user_id = u.id) as administers,
      seen.sessions, seen.at as "lastActiveAt"
    from users u cross join lateral (
      select count(*)::integer as sessions, max(coalesce(s.last_used_at, s.created_at)) as at
      from sessions s where s.user_id = u.id and s.expires_at > now()
    ) seen
    where (${words} = '' or u.name ilike ${pattern} or u.email ilike ${pattern} or u.id = ${words})
      and (${after}::text is null or u.id < ${after})
      and (select administers_instance())
    order by u.id desc limit ${limit}`);
  return rows.map((row) => ({
    ...row,
    lastActiveAt: row.lastActiveAt === null ? null : new Date(row.lastActiveAt).toISOString(),
  }));
}

export type InstanceActionRecord = typeof instanceActions.$inferSelect;

/**
 * Appends an action to the instance's audit log. Requires the scope of the administrator who acts. The database refuses
 * actions in the name of others, and later changes.
 */
export async function insertInstanceAction(tx: Transaction, action: InstanceActionRecord): Promise<void> {
  await tx.insert(instanceActions).values(action);
}

/** Appends an action of the command line, which only the owner of the tables can. */
export async function insertOwnersAction(
  owner: DatabaseAddress,
  { id, actorName, action, subjectId, subjectName, details, occurredAt }: InstanceActionRecord,
): Promise<void> {
  await withOwner(owner, async (sql) => {
    await sql`insert into instance_actions (id, actor_name, action, subject_id, subject_name, details, occurred_at)
      values (${id}, ${actorName}, ${action}, ${subjectId}, ${subjectName}, ${sql.json(details)}, ${occurredAt})`;
  });
}

/** Lists actions, newest first, for the command line. */
export async function listActionsAsOwner(
  owner: DatabaseAddress,
  limit: number,
): Promise<Pick<InstanceActionRecord, 'occurredAt' | 'actorName' | 'action' | 'subjectName' | 'details'>[]> {
  return await withOwner(
    owner,
    async (sql) =>
      await sql<InstanceActionRecord[]>`
        select occurred_at as "occurredAt", actor_name as "actorName", action, subject_name as "subjectName", details
        from instance_actions order by id desc limit ${limit}`,
  );
}

/** Lists actions, newest first. Requires the scope of an administrator. */
export async function listInstanceActions(
  tx: Transaction,
  { after, limit }: Omit<Page, 'words'>,
): Promise<InstanceActionRecord[]> {
  return await tx
    .select()
    .from(instanceActions)
    .where(after === null ? undefined : lt(instanceActions.id, after))
    .orderBy(desc(instanceActions.id))
    .limit(limit);
}
