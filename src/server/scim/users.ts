import { mayJoin } from '#domain/organization/membership-rules.ts';
import type { Role } from '#domain/organization/role.ts';
import { changeName } from '#domain/organization/identity/directory.ts';
import type { UserAttribute } from '#domain/organization/identity/directory-filter.ts';
import { getEmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import { createToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password/password.ts';
import { lockOpenInvitation, updateInvitation } from '#server/db/accounts/invitations.ts';
import { deleteMembership, lockMember } from '#server/db/accounts/members.ts';
import { endOrganizationSessions } from '#server/db/accounts/sessions.ts';
import {
  insertMembership,
  insertUser,
  lockUser,
  lockUserByEmail,
  updateUser,
  verifyEmail,
} from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockOrganization, readOrganization } from '#server/db/organizations/organizations.ts';
import { insertTeamMember, listTeams } from '#server/db/organizations/teams.ts';
import { readConnection } from '#server/db/single-sign-on/connections.ts';
import { forgetTeams, rememberTeams } from '#server/db/single-sign-on/directory-groups.ts';
import {
  listDirectoryUsers,
  lockDirectoryState,
  readDirectoryUser,
  saveDirectoryUser,
  type DirectoryUser,
} from '#server/db/single-sign-on/directory-users.ts';
import { findVerifiedDomain, listVerifiedDomains } from '#server/db/single-sign-on/email-domains.ts';
import {
  endPersonAgents,
  recordLostInvitations,
  revokeKeysMadeBy,
} from '#server/procedures/auth/end-access.ts';
import type { Actor } from '#server/trpc/administration.ts';
import { takeOverAccount } from '#server/procedures/single-sign-on/complete.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import { changeAddress } from './change-address.ts';
import type { Directory } from './directory.ts';
import { createInvalidValueError, createNotFoundError, ScimError } from './error.ts';
import type { ListQuery } from './query.ts';
import type { UserChange } from './user-resource.ts';

/** Lists the people of the verified domains who are members or whom the directory has deactivated. */
export async function listUsers(
  { services, by: { organizationId } }: Directory,
  { filter, startIndex, count }: ListQuery<UserAttribute>,
): Promise<{ people: DirectoryUser[]; total: number }> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    const domains = await listVerifiedDomains(tx, organizationId);
    const wanted = { domains, filter, offset: startIndex - 1, limit: count };
    return await listDirectoryUsers(tx, organizationId, wanted);
  });
}

/**
 * Returns a person. Throws the error of `createNotFoundError`, also for someone outside the verified domains.
 */
export async function getUser(directory: Directory, id: string): Promise<DirectoryUser> {
  const { services, by } = directory;
  return await transaction(services.db, by, (tx) => requirePerson(tx, by, id));
}

/**
 * Creates an account with an address and makes it a member, or makes the address's existing account a member.
 */
export async function createUser(
  directory: Directory,
  { userName, name = {}, externalId = null, active = true }: UserChange & { readonly userName: string },
): Promise<DirectoryUser> {
  const { services, by } = directory;
  const { organizationId } = by;
  const passwordHash = await hashPassword(createToken());
  return await transaction(services.db, { organizationId }, async (tx) => {
    await requireOwnAddress(tx, organizationId, userName);
    const now = services.clock();
    const unnamed = { name: userName.slice(0, userName.lastIndexOf('@')), givenName: null, familyName: null };
    const fresh = {
      ...{ id: services.newId('user'), email: userName, passwordHash },
      name: changeName(unnamed, name).name,
    };
    const isNew = await insertUser(tx, fresh, now);
    const found = isNew ? fresh : await lockUserByEmail(tx, userName);
    if (found === null) throw new Error('the account is missing right after it was found');
    await lockOrganization(tx, organizationId);
    const state = await lockDirectoryState(tx, organizationId, found.id);
    const member = await lockMember(tx, organizationId, found.id);
    if (member !== null || state === 'active' || state === 'inactive')
      throw new ScimError(409, 'uniqueness', 'A user with this userName exists.');
    if (!isNew && !('emailVerifiedAt' in found && found.emailVerifiedAt != null))
      await takeOverAccount(tx, services, { user: found, passwordHash, by });
    await verifyEmail(tx, userName, now);
    const named = changeName({ ...unnamed, name: found.name }, name);
    await rename(tx, directory, found, named.name);
    const account = { ...found, name: named.name };
    const role = await resolveRole(tx, directory, account, true);
    const { givenName, familyName } = named;
    await saveDirectoryUser(tx, {
      ...{ organizationId, userId: account.id, externalId, givenName, familyName, role },
      ...{ state: active ? 'active' : 'inactive', createdAt: now, updatedAt: now },
    });
    if (active) await join(tx, directory, account, role, 'member.joined');
    return await requirePerson(tx, by, account.id);
  });
}

/**
 * Changes a person's name and address, and whether they belong to the organization. If the address can't be
 * changed, it stays and the other changes are applied.
 */
export async function changeUser(
  directory: Directory,
  id: string,
  { userName, name, externalId, active }: UserChange,
): Promise<DirectoryUser> {
  const { services, by } = directory;
  const { organizationId } = by;
  return await transaction(services.db, { organizationId }, async (tx) => {
    const { member, state } = await lockPerson(tx, organizationId, id);
    const person = await requirePerson(tx, by, id);
    const named = changeName(person, name ?? {});
    await rename(tx, directory, { id, name: person.name }, named.name);
    const isMember = active ?? person.isMember;
    // Only whom the directory itself deactivated gets their role back, not whom an administrator removed.
    const before = member?.role ?? (state === 'inactive' ? person.role : null);
    const role = before ?? (await resolveRole(tx, directory, { id, email: person.email }, isMember));
    if (userName !== undefined && userName.toLowerCase() !== person.email.toLowerCase()) {
      const isChanged = await changeAddress(
        tx,
        directory,
        { id, ...person, name: named.name, role },
        userName,
      );
      const isAlone = [name, externalId, active].every((said) => said === undefined);
      // Refuse only if the address is the only change. Otherwise, a directory would send the other changes
      // again and again, and the person would stay a member.
      if (!isChanged && isAlone)
        throw new ScimError(400, 'mutability', 'The address of this user cannot be changed.');
    }
    await saveDirectoryUser(tx, {
      ...{ organizationId, userId: id, role, state: isMember ? 'active' : 'inactive' },
      externalId: externalId === undefined ? person.externalId : externalId,
      ...{ givenName: named.givenName, familyName: named.familyName },
      ...{ createdAt: person.createdAt, updatedAt: services.clock() },
    });
    if (isMember && member === null)
      await join(tx, directory, { id, name: named.name }, role, 'member.activated');
    if (isMember) await restoreTeams(tx, directory, { id, name: named.name });
    if (!isMember && member !== null) {
      await rememberTeams(tx, organizationId, id);
      await deactivate(tx, directory, member);
    }
    return await requirePerson(tx, by, id);
  });
}

/** Removes a person. They can't come back by signing in either. */
export async function deleteUser(directory: Directory, id: string): Promise<void> {
  const { services, by } = directory;
  const { organizationId } = by;
  await transaction(services.db, { organizationId }, async (tx) => {
    const { member } = await lockPerson(tx, organizationId, id);
    const person = await requirePerson(tx, by, id);
    const role = member?.role ?? person.role ?? 'member';
    await saveDirectoryUser(tx, {
      ...{ organizationId, userId: id, role, state: 'deleted', externalId: null },
      ...{ createdAt: person.createdAt, updatedAt: services.clock() },
    });
    await forgetTeams(tx, organizationId, id);
    if (member !== null) await deactivate(tx, directory, member);
  });
}

/**
 * Locks everything that a directory changes about a person, in the same order as signing in. Returns the
 * member, and what the directory last said.
 */
async function lockPerson(tx: Transaction, organizationId: string, id: string) {
  await lockUser(tx, id);
  await lockOrganization(tx, organizationId);
  const state = await lockDirectoryState(tx, organizationId, id);
  return { member: await lockMember(tx, organizationId, id), state };
}

async function join(
  tx: Transaction,
  { services, by }: Directory,
  { id, name }: { readonly id: string; readonly name: string },
  role: Role,
  action: 'member.joined' | 'member.activated',
): Promise<void> {
  const { organizationId } = by;
  // A session that started while the person was being deactivated must not become valid again.
  await endOrganizationSessions(tx, id, organizationId);
  await insertMembership(tx, { organizationId, userId: id, role }, services.clock());
  await recordActorAction(tx, services, by, { action, subject: { id, name }, details: { role } });
}

/** Ends the membership, and with it the person's sessions, API keys and agents. */
async function deactivate(
  tx: Transaction,
  { services, by }: Directory,
  { userId, name, role }: { readonly userId: string; readonly name: string; readonly role: Role },
): Promise<void> {
  if (!(await deleteMembership(tx, by.organizationId, userId)))
    throw new ScimError(409, null, 'The last owner of an organization cannot be deactivated.');
  await endOrganizationSessions(tx, userId, by.organizationId);
  await recordActorAction(tx, services, by, {
    action: 'member.deactivated',
    subject: { id: userId, name },
    details: { role },
  });
  await revokeKeysMadeBy(tx, services, by, userId);
  await endPersonAgents(tx, services, by, userId);
  await recordLostInvitations(tx, services, by, { userId });
}

/** Gives people who are activated their private teams back. */
async function restoreTeams(
  tx: Transaction,
  { services, by }: Directory,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { organizationId } = by;
  const remembered = await forgetTeams(tx, organizationId, id);
  if (remembered.length === 0) return;
  for (const team of await listTeams(tx, organizationId)) {
    if (!remembered.includes(team.id)) continue;
    const member = { organizationId, teamId: team.id, userId: id, createdAt: services.clock() };
    if (!(await insertTeamMember(tx, member))) continue;
    await recordActorAction(tx, services, by, {
      action: 'team.member_added',
      subject: team,
      details: { member: name },
    });
  }
}

async function rename(
  tx: Transaction,
  { services, by }: Directory,
  { id, name: from }: { readonly id: string; readonly name: string },
  name: string,
): Promise<void> {
  if (name === from) return;
  await updateUser(tx, id, { name });
  await recordActorAction(tx, services, by, {
    action: 'member.renamed',
    subject: { id, name },
    details: { from },
  });
}

/**
 * Returns a person with an address in one of the organization's verified domains. Throws the error of
 * `createNotFoundError`.
 */
async function requirePerson(
  tx: Transaction,
  { organizationId }: Pick<Actor, 'organizationId'>,
  id: string,
): Promise<DirectoryUser> {
  const domains = await listVerifiedDomains(tx, organizationId);
  const person = await readDirectoryUser(tx, organizationId, domains, id);
  if (person === null) throw createNotFoundError();
  return person;
}

async function requireOwnAddress(tx: Transaction, organizationId: string, email: string): Promise<void> {
  const domain = getEmailDomain(email);
  const domains = await listVerifiedDomains(tx, organizationId);
  const { membership } = await readOrganization(tx, organizationId);
  if (domain === null || !domains.includes(domain) || !mayJoin(membership, email))
    throw createInvalidValueError('userName must be in a domain that the organization has verified.');
}

/**
 * Returns the role that signing in would give, or that of an invitation, which the directory then accepts for the
 * person. Only who joins accepts one.
 */
async function resolveRole(
  tx: Transaction,
  { services, by: { organizationId } }: Directory,
  { id, email }: { readonly id: string; readonly email: string },
  joins: boolean,
): Promise<Role> {
  const now = services.clock();
  const invitation = !joins ? null : await lockOpenInvitation(tx, organizationId, { email }, now);
  if (invitation !== null) {
    await updateInvitation(tx, organizationId, invitation.id, { acceptedAt: now, acceptedBy: id });
    return invitation.role;
  }
  const found = await findVerifiedDomain(tx, getEmailDomain(email) ?? '');
  const connectionId = found?.connectionId ?? null;
  const stored = connectionId === null ? null : await readConnection(tx, organizationId, connectionId);
  return stored?.connection.joiningRole ?? 'member';
}
