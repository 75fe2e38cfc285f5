import { invalid, refusal } from '#domain/errors.ts';
import { invitationState } from '#domain/organization/invitation.ts';
import type { Role } from '#domain/organization/role.ts';
import { newMember } from '#wire/member.ts';
import { toIssues } from '#wire/issues.ts';
import type { Audit } from '#server/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { findInvitation, type Invitation } from '#server/db/invitations.ts';
import { readOrganization } from '#server/db/organizations.ts';
import { moveSession } from '#server/db/sessions.ts';
import { within } from '#server/db/transaction.ts';
import { findUserByEmail, insertUser, readUser } from '#server/db/users.ts';
import type { Entered } from '#server/procedures/auth/enter.ts';
import type { Session } from '#server/surface/principal.ts';
import type { World } from '#server/world.ts';
import { invitationOver, joinOrganization, joinWithin } from './join.ts';

/** What the page of an invitation says to the holder of its link. */
export type ShownInvitation = {
  readonly organizationName: string;
  readonly invitedByName: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
  /** Whether the address has an account, with which to log in. */
  readonly hasAccount: boolean;
};

/** The invitation of a link; null when the link does not hold. Looking changes nothing. */
export async function readInvitation(world: World, token: string): Promise<ShownInvitation | null> {
  const invitation = await holding(world, hashToken(token));
  if (invitation === null) return null;
  const { organizationId, email, role, expiresAt } = invitation;
  const [organization, inviter, account] = await Promise.all([
    within(world.db, { organizationId }, (tx) => readOrganization(tx, organizationId)),
    readUser(world.db.drizzle, invitation.invitedBy),
    findUserByEmail(world.db.drizzle, email),
  ]);
  return {
    organizationName: organization.name,
    invitedByName: inviter?.name ?? organization.name,
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    hasAccount: account !== null,
  };
}

/** Accepts an invitation for who is logged in, and moves the session into the organization. */
export async function acceptInvitation(
  world: World,
  token: string,
  session: Session,
  audit: Audit,
): Promise<void> {
  const organizationId = await joinOrganization(world, session.user, hashToken(token), audit);
  await world.db.drizzle.transaction((tx) => moveSession(tx, session.id, organizationId));
}

/**
 * Accepts an invitation with a new account and logs it in. The link proves the address. `validation_failed` for what does
 * not fit, and where the address has an account: its owner logs in with that one.
 */
export async function joinAsNew(
  world: World,
  { token, ...account }: { readonly token: string; readonly name: string; readonly password: string },
  audit: Audit,
): Promise<Entered> {
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  const parsed = newMember.safeParse(account);
  if (!parsed.success) throw invalid(toIssues(parsed.error));
  const { name, password } = parsed.data;
  const tokenHash = hashToken(token);
  const invitation = await holding(world, tokenHash);
  if (invitation === null) throw invitationOver();
  const passwordHash = await hashPassword(password);
  const { organizationId, id, email } = invitation;
  const person = { id: world.newId('user'), name, email };
  await within(world.db, { organizationId }, async (tx) => {
    if (!(await insertUser(tx, { ...person, passwordHash }, world.clock())))
      throw refusal('invalid_state', undefined, 'This address has an account: log in to accept.');
    await joinWithin(tx, world, { organizationId, id, tokenHash, person }, audit);
  });
  return { ...(await world.sessions.start(person.id, organizationId, audit)), rate, device: null };
}

async function holding(world: World, tokenHash: string): Promise<Invitation | null> {
  const found = await within(world.db, { invitationHash: tokenHash }, (tx) => findInvitation(tx, tokenHash));
  return found !== null && invitationState(found, world.clock()) === 'open' ? found : null;
}
