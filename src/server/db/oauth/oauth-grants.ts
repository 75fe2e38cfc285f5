import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { GrantEnd } from '#domain/organization/grant.ts';
import type { Role } from '#domain/organization/role.ts';
import { pickScopes, type Scope } from '#domain/organization/scope.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { oauthGrants } from '#server/db/schema/oauth-grants.ts';
import { oauthRecords } from '#server/db/schema/oauth-records.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { users } from '#server/db/schema/users.ts';

export type NewGrant = {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
  readonly asksFirst: boolean;
  readonly createdAt: Date;
  /** SHA-256 of the authorization request. Null if there was no request. */
  readonly requestHash: string | null;
};

/** An active grant and the person who gave it. */
export type LiveGrant = {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly lastUsedAt: Date | null;
  readonly role: Role;
  /** Whether the organization requires a second factor that the person doesn't have. */
  readonly lacksSecondFactor: boolean;
  /**
   * Whether a person must send what the agent prepares, because the grant's owner chose so or the
   * organization requires it for everyone.
   */
  readonly asksFirst: boolean;
  /** Whether the organization is suspended. */
  readonly isSuspended: boolean;
  /** Whether the organization is a test environment. */
  readonly isTest: boolean;
  readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
};

export type GrantRecord = {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly Scope[];
  readonly asksFirst: boolean;
  readonly userId: string;
  readonly userName: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly endedAt: Date | null;
};

const ASKS_FIRST = sql<boolean>`(${oauthGrants.asksFirst} or ${organizations.agentsAskFirst})`;

/** Inserts a grant. Returns false if its request already has one. */
export async function insertGrant(tx: Transaction, { scopes, ...grant }: NewGrant): Promise<boolean> {
  const rows = await tx
    .insert(oauthGrants)
    .values({ ...grant, scope: scopes.join(' ') })
    .onConflictDoNothing({ target: oauthGrants.requestHash })
    .returning({ id: oauthGrants.id });
  return rows.length === 1;
}

/** Returns the active grant of a request. Null if the organization has none. */
export async function grantOfRequest(
  tx: Transaction,
  organizationId: string,
  requestHash: string,
): Promise<{ readonly id: string; readonly userId: string; readonly scopes: readonly Scope[] } | null> {
  const [row] = await tx
    .select({ id: oauthGrants.id, userId: oauthGrants.userId, scope: oauthGrants.scope })
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.organizationId, organizationId),
        eq(oauthGrants.requestHash, requestHash),
        isNull(oauthGrants.endedAt),
      ),
    );
  if (row === undefined) return null;
  const { scope, ...grant } = row;
  return { ...grant, scopes: pickScopes(scope.split(' ')) };
}

/** Returns an active grant of a current member; otherwise null. */
export async function findLiveGrant(
  tx: Transaction,
  organizationId: string,
  grantId: string,
): Promise<LiveGrant | null> {
  const [row] = await tx
    .select({
      clientId: oauthGrants.clientId,
      clientName: oauthGrants.clientName,
      scope: oauthGrants.scope,
      lastUsedAt: oauthGrants.lastUsedAt,
      role: memberships.role,
      lacksSecondFactor: sql<boolean>`lacks_second_factor(${oauthGrants.organizationId}, ${oauthGrants.userId})`,
      asksFirst: ASKS_FIRST,
      isSuspended: sql<boolean>`is_suspended(${oauthGrants.organizationId})`,
      isTest: sql<boolean>`${organizations.testOf} is not null`,
      userId: users.id,
      name: users.name,
      email: users.email,
    })
    .from(oauthGrants)
    .innerJoin(organizations, eq(organizations.id, oauthGrants.organizationId))
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .innerJoin(
      memberships,
      and(
        eq(memberships.organizationId, oauthGrants.organizationId),
        eq(memberships.userId, oauthGrants.userId),
      ),
    )
    .where(
      and(
        eq(oauthGrants.organizationId, organizationId),
        eq(oauthGrants.id, grantId),
        isNull(oauthGrants.endedAt),
      ),
    );
  if (row === undefined) return null;
  const { scope, userId, name, email, ...grant } = row;
  return { ...grant, scopes: pickScopes(scope.split(' ')), sender: { userId, name, email } };
}

/** Returns the organization of an active grant. Requires the scope `grantId`. */
export async function findGrantOrganization(tx: Transaction, grantId: string): Promise<string | null> {
  const [row] = await tx
    .select({ organizationId: oauthGrants.organizationId })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.id, grantId), isNull(oauthGrants.endedAt)));
  return row?.organizationId ?? null;
}

export async function touchGrant(
  tx: Transaction,
  organizationId: string,
  grantId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(oauthGrants)
    .set({ lastUsedAt: now })
    .where(and(eq(oauthGrants.organizationId, organizationId), eq(oauthGrants.id, grantId)));
}

/** Lists an organization's active grants, newest first: all of them, or one person's. */
export async function listGrants(
  tx: Transaction,
  organizationId: string,
  userId: string | null,
): Promise<GrantRecord[]> {
  const rows = await tx
    .select({
      id: oauthGrants.id,
      clientId: oauthGrants.clientId,
      clientName: oauthGrants.clientName,
      redirectHost: oauthGrants.redirectHost,
      scope: oauthGrants.scope,
      asksFirst: ASKS_FIRST,
      userId: users.id,
      userName: users.name,
      createdAt: oauthGrants.createdAt,
      lastUsedAt: oauthGrants.lastUsedAt,
      endedAt: oauthGrants.endedAt,
    })
    .from(oauthGrants)
    .innerJoin(organizations, eq(organizations.id, oauthGrants.organizationId))
    .innerJoin(users, eq(users.id, oauthGrants.userId))
    .where(
      and(
        eq(oauthGrants.organizationId, organizationId),
        isNull(oauthGrants.endedAt),
        userId === null ? undefined : eq(oauthGrants.userId, userId),
      ),
    )
    .orderBy(desc(oauthGrants.createdAt), desc(oauthGrants.id));
  return rows.map(({ scope, ...row }) => ({ ...row, scopes: pickScopes(scope.split(' ')) }));
}

/** Returns the owner and name of one of the organization's grants. Null if there is none. */
export async function readGrant(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<{ readonly userId: string; readonly clientName: string } | null> {
  const [row] = await tx
    .select({ userId: oauthGrants.userId, clientName: oauthGrants.clientName })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.organizationId, organizationId), eq(oauthGrants.id, id)));
  return row ?? null;
}

/**
 * Ends a grant and its codes and refresh tokens. Requires the scope of its organization or `grantId`. Returns
 * false if it had already ended.
 */
export async function endGrant(tx: Transaction, id: string, reason: GrantEnd, now: Date): Promise<boolean> {
  const ended = await tx
    .update(oauthGrants)
    .set({ endedAt: now, endReason: reason })
    .where(and(matchScope(tx, oauthGrants), eq(oauthGrants.id, id), isNull(oauthGrants.endedAt)))
    .returning({ id: oauthGrants.id });
  if (ended.length > 0) await tx.delete(oauthRecords).where(eq(oauthRecords.grantId, id));
  return ended.length > 0;
}

/** Ends a person's grants in an organization and returns them. */
export async function endMemberGrants(
  tx: Transaction,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<{ readonly id: string; readonly clientName: string }[]> {
  const ended = await tx
    .update(oauthGrants)
    .set({ endedAt: now, endReason: 'person' })
    .where(
      and(
        eq(oauthGrants.organizationId, organizationId),
        eq(oauthGrants.userId, userId),
        isNull(oauthGrants.endedAt),
      ),
    )
    .returning({ id: oauthGrants.id, clientName: oauthGrants.clientName });
  for (const { id } of ended) await tx.delete(oauthRecords).where(eq(oauthRecords.grantId, id));
  return ended;
}

/**
 * Returns a person's grants that a trigger has ended in this transaction. They are recognized by their time,
 * which is the transaction's.
 */
export async function listJustEndedGrants(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<{ readonly id: string; readonly clientName: string }[]> {
  return await tx
    .select({ id: oauthGrants.id, clientName: oauthGrants.clientName })
    .from(oauthGrants)
    .where(
      and(
        eq(oauthGrants.organizationId, organizationId),
        eq(oauthGrants.userId, userId),
        sql`${oauthGrants.endedAt} = now()::timestamptz(3)`,
      ),
    );
}

/**
 * Ends grants created before `before` that no code or refresh token can renew any more. Requires the scope
 * `dueRows`.
 */
export async function endOutlivedGrants(tx: Transaction, before: Date, now: Date): Promise<void> {
  const renewable = sql`exists (select from ${oauthRecords} where ${oauthRecords.grantId} = ${oauthGrants.id}
    and ${oauthRecords.kind} in ('AuthorizationCode', 'RefreshToken') and ${oauthRecords.consumedAt} is null
    and ${oauthRecords.expiresAt} > ${now.toISOString()})`;
  const ended = await tx
    .update(oauthGrants)
    .set({ endedAt: now, endReason: 'expired' })
    .where(and(isNull(oauthGrants.endedAt), lt(oauthGrants.createdAt, before), sql`not ${renewable}`))
    .returning({ id: oauthGrants.id });
  for (const { id } of ended) await tx.delete(oauthRecords).where(eq(oauthRecords.grantId, id));
}
