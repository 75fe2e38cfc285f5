import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { getInvitationState } from '#domain/organization/invitation.ts';
import { mayStill } from '#domain/organization/may-still.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { matchScope } from '#server/db/client/transaction.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { invitations } from '#server/db/schema/invitations.ts';
import { users } from '#server/db/schema/users.ts';
import { lockMember } from './members.ts';

export type Invitation = typeof invitations.$inferSelect;
type NewInvitation = Omit<Invitation, 'acceptedAt' | 'acceptedBy' | 'revokedAt'>;

const OPEN = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** Inserts an invitation. Returns false if the address already has an open one. */
export async function insertInvitation(tx: Transaction, invitation: NewInvitation): Promise<boolean> {
  const rows = await tx
    .insert(invitations)
    .values(invitation)
    .onConflictDoNothing()
    .returning({ id: invitations.id });
  return rows.length === 1;
}

/** Lists an organization's open invitations, newest first. */
export async function listOpenInvitations(
  tx: Transaction,
  organizationId: string,
): Promise<(Invitation & { readonly invitedByName: string })[]> {
  const rows = await tx
    .select({ invitation: invitations, invitedByName: users.name })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.organizationId, organizationId), OPEN))
    .orderBy(desc(invitations.sentAt), desc(invitations.id));
  return rows.map(({ invitation, invitedByName }) => ({ ...invitation, invitedByName }));
}

export async function countOpenInvitations(tx: Transaction, organizationId: string): Promise<number> {
  const [row] = await tx
    .select({ open: count() })
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), OPEN));
  return row?.open ?? 0;
}

/** Returns and locks an invitation. */
export async function lockInvitation(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<Invitation | null> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), eq(invitations.id, id)))
    .for('update');
  return row ?? null;
}

/**
 * Returns and locks an invitation that can be accepted now, found by its id or its email address. It must be
 * open, its inviter must still be allowed to give its role, and the organization must not be suspended. Locks the organization and the inviter's
 * membership first, as removing and demoting do, so that those happen either before or after the acceptance.
 */
export async function lockOpenInvitation(
  tx: Transaction,
  organizationId: string,
  wanted: { readonly id: string } | { readonly email: string },
  now: Date,
): Promise<Invitation | null> {
  const isWanted =
    'id' in wanted
      ? eq(invitations.id, wanted.id)
      : and(sql`lower(${invitations.email}) = lower(${wanted.email})`, OPEN);
  const { suspendedAt } = await lockOrganization(tx, organizationId);
  const [found] = await tx
    .select({
      id: invitations.id,
      invitedBy: invitations.invitedBy,
      keyHasEnded: sql<boolean>`has_key_ended(${organizationId}, ${invitations.invitedWith}, ${now.toISOString()})`,
    })
    .from(invitations)
    .where(and(eq(invitations.organizationId, organizationId), isWanted));
  if (found === undefined) return null;
  const inviter = await lockMember(tx, organizationId, found.invitedBy);
  const invitation = await lockInvitation(tx, organizationId, found.id);
  if (invitation === null || getInvitationState(invitation, now) !== 'open') return null;
  // Someone else has just sent the invitation again in their own name.
  if (invitation.invitedBy !== found.invitedBy)
    return await lockOpenInvitation(tx, organizationId, wanted, now);
  const { keyHasEnded } = found;
  const maker = { role: inviter?.role ?? null, keyHasEnded, isSuspended: suspendedAt !== null };
  return mayStill(maker, { kind: 'invite', role: invitation.role }) ? invitation : null;
}

/** Whose invitations are meant: a person's, or those that were sent with one of these API keys. */
export type Inviter = { readonly userId: string } | { readonly keyIds: readonly string[] };

/**
 * Returns an inviter's invitations that a trigger has revoked in this transaction. They are recognized by
 * their time, which is the transaction's.
 */
export async function listJustRevokedInvitations(
  tx: Transaction,
  organizationId: string,
  inviter: Inviter,
): Promise<Pick<Invitation, 'id' | 'email' | 'role'>[]> {
  return await tx
    .select({ id: invitations.id, email: invitations.email, role: invitations.role })
    .from(invitations)
    .where(
      and(
        eq(invitations.organizationId, organizationId),
        'userId' in inviter
          ? eq(invitations.invitedBy, inviter.userId)
          : inArray(invitations.invitedWith, [...inviter.keyIds]),
        sql`${invitations.revokedAt} = now()::timestamptz(3)`,
      ),
    )
    .orderBy(invitations.id);
}

/** Finds the invitation that a link is for. Requires the scope `invitationHash` or the organization's. */
export async function findInvitation(tx: Transaction, tokenHash: string): Promise<Invitation | null> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(matchScope(tx, invitations), eq(invitations.tokenHash, tokenHash)));
  return row ?? null;
}

/** Updates an open invitation. */
export async function updateInvitation(
  tx: Transaction,
  organizationId: string,
  id: string,
  change: Partial<Omit<Invitation, 'id' | 'organizationId' | 'email'>>,
): Promise<void> {
  await tx
    .update(invitations)
    .set(change)
    .where(and(eq(invitations.organizationId, organizationId), eq(invitations.id, id)));
}

/** Checks whether an address belongs to a member. */
export async function isMemberAddress(
  tx: Transaction,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const rows = await tx.execute(sql`
    select 1 from memberships join users on users.id = memberships.user_id
    where memberships.organization_id = ${organizationId} and lower(users.email) = lower(${email})`);
  return rows.length > 0;
}
