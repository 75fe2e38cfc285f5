import { inArray, sql } from 'drizzle-orm';
import type { StandingFacts } from '#domain/organization/sending/standing.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { organizations } from '#server/db/schema/organizations.ts';

/** An organization as the instance's administrators see it. */
export type ListedOrganization = StandingFacts & {
  readonly id: string;
  readonly createdAt: string;
  readonly suspensionReason: string | null;
  readonly ownerName: string | null;
  readonly ownerEmail: string | null;
  readonly members: number;
  readonly bytes: number;
};

type Page = { readonly words: string; readonly after: string | null; readonly limit: number };

/**
 * Lists organizations, newest first, that match a part of their name or their identifier. Requires the scope
 * of an administrator.
 */
export async function listOrganizations(
  tx: Transaction,
  { words, after, limit }: Page,
): Promise<readonly ListedOrganization[]> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await tx.execute<Omit<ListedOrganization, 'suspendedAt'> & { suspendedAt: string | null }>(sql`
    select o.id, o.name, o.created_at as "createdAt", o.suspended_at as "suspendedAt",
      o.suspension_reason as "suspensionReason", o.approved_names as "approvedNames",
      owner.name as "ownerName", owner.email as "ownerEmail",
      (select count(*)::integer from memberships m where m.organization_id = o.id) as members,
      coalesce(kept.bytes, 0)::float8 as bytes
    from organizations o
    left join administered_storage() kept on kept.organization_id = o.id
    left join lateral (
      select u.name, u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = o.id and m.role = 'owner' order by m.created_at, u.id limit 1
    ) owner on true
    where o.test_of is null
      and (${words} = '' or o.name ilike ${pattern} or o.id = ${words})
      and (${after}::text is null or o.id < ${after})
    order by o.id desc limit ${limit}`);
  return rows.map(({ suspendedAt, createdAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    suspendedAt: suspendedAt === null ? null : new Date(suspendedAt),
  }));
}

/** Returns the names of organizations by their identifiers. Requires the scope of an administrator. */
export async function nameOrganizations(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { id, name } = organizations;
  const rows = await tx
    .select({ id, name })
    .from(organizations)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.name]));
}
