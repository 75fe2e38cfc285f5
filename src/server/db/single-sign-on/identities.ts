import { signInIdentities } from '#server/db/schema/sign-in-identities.ts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { memberships } from '#server/db/schema/memberships.ts';
import { passkeys } from '#server/db/schema/passkeys.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { totpSecrets } from '#server/db/schema/totp-secrets.ts';
import { users } from '#server/db/schema/users.ts';
import { listSpellings } from './email-domains.ts';

type Identity = Pick<
  typeof signInIdentities.$inferSelect,
  'organizationId' | 'connectionId' | 'subject' | 'userId'
>;

/** Returns the user that an account at a provider belongs to; null if the account hasn't signed in yet. */
export async function findSubjectUser(
  tx: Transaction,
  { organizationId, connectionId, subject }: Omit<Identity, 'userId'>,
): Promise<string | null> {
  const [row] = await tx
    .select({ userId: signInIdentities.userId })
    .from(signInIdentities)
    .where(
      and(
        eq(signInIdentities.organizationId, organizationId),
        eq(signInIdentities.connectionId, connectionId),
        eq(signInIdentities.subject, subject),
      ),
    );
  return row?.userId ?? null;
}

/**
 * Binds an account at a provider to a member. Returns false if the account or the member is already bound to
 * another.
 */
export async function bindSubject(tx: Transaction, identity: Identity, now: Date): Promise<boolean> {
  await tx
    .insert(signInIdentities)
    .values({ ...identity, createdAt: now })
    .onConflictDoNothing();
  return (await findSubjectUser(tx, identity)) === identity.userId;
}

/** Checks whether another account at the provider is bound to a member. */
export async function isBoundToOther(
  tx: Transaction,
  { organizationId, connectionId, subject, userId }: Identity,
): Promise<boolean> {
  const rows = await tx
    .select({ userId: signInIdentities.userId })
    .from(signInIdentities)
    .where(
      and(
        eq(signInIdentities.organizationId, organizationId),
        eq(signInIdentities.connectionId, connectionId),
        eq(signInIdentities.userId, userId),
        ne(signInIdentities.subject, subject),
      ),
    );
  return rows.length > 0;
}

/** Checks whether the user needs more than a password to sign in. */
export async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ secured: matchSecuredUser(sql`${users}.${sql.identifier('id')}`) })
    .from(users)
    .where(eq(users.id, userId));
  return row?.secured === true;
}

/** Checks whether an organization has an owner with a second factor. */
export async function hasSecuredOwner(tx: Transaction, organizationId: string): Promise<boolean> {
  const rows = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.role, 'owner'),
        matchSecuredUser(sql`${memberships}.${sql.identifier('user_id')}`),
      ),
    );
  return rows.length > 0;
}

/**
 * Ends the password sessions of the people who must sign in with a connection: members with addresses in its
 * domains, except owners.
 */
export async function endPasswordSessions(
  tx: Transaction,
  organizationId: string,
  domains: readonly string[],
): Promise<void> {
  if (domains.length === 0) return;
  const concerned = tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      memberships,
      and(eq(memberships.userId, users.id), eq(memberships.organizationId, organizationId)),
    )
    .where(
      and(
        ne(memberships.role, 'owner'),
        inArray(sql`lower(split_part(${users.email}, '@', 2))`, listSpellings(domains)),
      ),
    );
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.organizationId, organizationId),
        eq(sessions.singleSignOn, false),
        inArray(sessions.userId, concerned),
      ),
    );
}

function matchSecuredUser(userId: ReturnType<typeof sql>) {
  return sql<boolean>`(exists (select from ${totpSecrets} where ${totpSecrets}.${sql.identifier('user_id')} = ${userId} and ${totpSecrets}.${sql.identifier('confirmed_at')} is not null)
    or exists (select from ${passkeys} where ${passkeys}.${sql.identifier('user_id')} = ${userId}))`;
}
