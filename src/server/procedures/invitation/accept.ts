import { invalid, refusal } from '#domain/errors.ts';
import { invitationState } from '#domain/organization/invitation.ts';
import type { Role } from '#domain/organization/role.ts';
import { newMember } from '#wire/member.ts';
import { toIssues } from '#wire/issues.ts';
import type { Audit } from '#server/app/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { findInvitation, type Invitation } from '#server/db/accounts/invitations.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { moveSession } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findUserByEmail, insertUser, readUser } from '#server/db/accounts/users.ts';
import type { Entered } from '#server/procedures/auth/enter.ts';
import type { Session } from '#server/surface/principal.ts';
import type { Services } from '#server/app/services.ts';
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
export async function readInvitation(services: Services, token: string): Promise<ShownInvitation | null> {
  const invitation = await holding(services, hashToken(token));
  if (invitation === null) return null;
  const { organizationId, email, role, expiresAt } = invitation;
  const [organization, inviter, account] = await Promise.all([
    transaction(services.db, { organizationId }, (tx) => readOrganization(tx, organizationId)),
    readUser(services.db.drizzle, invitation.invitedBy),
    findUserByEmail(services.db.drizzle, email),
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
  services: Services,
  token: string,
  session: Session,
  audit: Audit,
): Promise<void> {
  const organizationId = await joinOrganization(services, session.user, hashToken(token), audit);
  await services.db.drizzle.transaction((tx) => moveSession(tx, session.id, organizationId));
}

/**
 * Accepts an invitation with a new account and logs it in. The link proves the address. `validation_failed` for what does
 * not fit, and where the address has an account: its owner logs in with that one.
 */
export async function joinAsNew(
  services: Services,
  { token, ...account }: { readonly token: string; readonly name: string; readonly password: string },
  audit: Audit,
): Promise<Entered> {
  const rate = await services.rates.login.take(audit.ipAddress ?? 'unknown');
  const parsed = newMember.safeParse(account);
  if (!parsed.success) throw invalid(toIssues(parsed.error));
  const { name, password } = parsed.data;
  const tokenHash = hashToken(token);
  const invitation = await holding(services, tokenHash);
  if (invitation === null) throw invitationOver();
  const passwordHash = await hashPassword(password);
  const { organizationId, id, email } = invitation;
  const person = { id: services.newId('user'), name, email };
  await transaction(services.db, { organizationId }, async (tx) => {
    if (!(await insertUser(tx, { ...person, passwordHash }, services.clock())))
      throw refusal('invalid_state', undefined, 'This address has an account: log in to accept.');
    await joinWithin(tx, services, { organizationId, id, tokenHash, person }, audit);
  });
  return { ...(await services.sessions.start(person.id, organizationId, audit)), rate, device: null };
}

async function holding(services: Services, tokenHash: string): Promise<Invitation | null> {
  const found = await transaction(services.db, { invitationHash: tokenHash }, (tx) =>
    findInvitation(tx, tokenHash),
  );
  return found !== null && invitationState(found, services.clock()) === 'open' ? found : null;
}
