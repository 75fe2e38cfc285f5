import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import {
  type Comparison,
  type DirectoryFilter,
  foldFilter,
  type GroupAttribute,
} from '#domain/organization/identity/directory-filter.ts';
import { isVisible, toPrintable } from '#domain/text.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import {
  deleteTeam,
  deleteTeamMember,
  insertTeam,
  insertTeamMember,
  listTeams,
  renameTeam,
} from '#server/db/organizations/teams.ts';
import {
  type DirectoryGroup,
  forgetTeams,
  listDirectoryGroups,
  rememberTeam,
  setTeamExternalId,
} from '#server/db/single-sign-on/directory-groups.ts';
import { readDirectoryUser } from '#server/db/single-sign-on/directory-users.ts';
import { listVerifiedDomains } from '#server/db/single-sign-on/email-domains.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import type { Directory } from './directory.ts';
import { createInvalidValueError, createNotFoundError, ScimError } from './error.ts';
import type { Operation } from './patch.ts';
import { findAttribute, readBody, type ListQuery } from './query.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const text = z.string().max(LIMITS.scimTextMaxChars);
const members = z.array(z.object({ value: z.string().min(1).max(LIMITS.scimTextMaxChars) }));
const group = z.object({ displayName: text, externalId: text.nullish(), members: members.nullish() });

/** Lists the private teams, oldest first. */
export async function listGroups(
  { services, by: { organizationId } }: Directory,
  { filter, startIndex, count }: ListQuery<GroupAttribute>,
): Promise<{ groups: DirectoryGroup[]; total: number }> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    const all = await listDirectoryGroups(tx, organizationId);
    const wanted = filter === null ? all : all.filter((one) => matchFilter(filter, one));
    return { groups: wanted.slice(startIndex - 1, startIndex - 1 + count), total: wanted.length };
  });
}

export async function getGroup({ services, by }: Directory, id: string): Promise<DirectoryGroup> {
  return await transaction(services.db, { organizationId: by.organizationId }, (tx) =>
    requireGroup(tx, by.organizationId, id),
  );
}

/** Creates a private team. */
export async function createGroup(directory: Directory, body: unknown): Promise<DirectoryGroup> {
  const { services, by } = directory;
  const { organizationId } = by;
  const given = readBody(group, body);
  const team = {
    id: services.newId('team'),
    name: requireGroupName(given.displayName),
    isPrivate: true,
    createdAt: services.clock(),
  };
  return await transaction(services.db, { organizationId }, async (tx) => {
    await lockOrganization(tx, organizationId);
    if ((await listTeams(tx, organizationId)).length >= LIMITS.teamsMax)
      throw createInvalidValueError(`The organization has the maximum of ${LIMITS.teamsMax} teams.`);
    if (!(await insertTeam(tx, organizationId, team))) throw createNameTakenError();
    await setTeamExternalId(tx, organizationId, team.id, given.externalId ?? null);
    await recordActorAction(tx, services, by, { action: 'team.created', subject: team });
    await recordActorAction(tx, services, by, { action: 'team.made_private', subject: team });
    for (const { value } of given.members ?? []) await add(tx, directory, team, value);
    return await requireGroup(tx, organizationId, team.id);
  });
}

/** Replaces a team's name and members. */
export async function replaceGroup(directory: Directory, id: string, body: unknown): Promise<DirectoryGroup> {
  const given = readBody(group, body);
  return await change(directory, id, async (tx, found) => {
    await rename(tx, directory, found, given.displayName);
    await setTeamExternalId(tx, directory.by.organizationId, id, given.externalId ?? null);
    await setMembers(
      tx,
      directory,
      found,
      (given.members ?? []).map(({ value }) => value),
    );
  });
}

/** Renames a team, and adds and removes members. */
export async function patchGroup(
  directory: Directory,
  id: string,
  operations: readonly Operation[],
): Promise<DirectoryGroup> {
  return await change(directory, id, async (tx, found) => {
    for (const { op, path, value } of operations) {
      const attribute = findAttribute(path ?? '', GROUP_SCHEMA);
      const one = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/.exec(attribute)?.[1];
      if (one !== undefined && op === 'remove') await drop(tx, directory, found, one);
      else if (attribute === 'displayname' && op !== 'remove')
        await rename(tx, directory, found, readBody(text, value));
      else if (attribute === 'members') await changeMembers(tx, directory, found, op, value);
      else if (attribute === 'externalid') {
        const externalId = op === 'remove' ? null : readBody(text, value);
        await setTeamExternalId(tx, directory.by.organizationId, id, externalId);
      }
      // The identifier is ours, and clients that send it back don't mean to change it.
      else if (attribute !== 'id') throw new ScimError(400, 'invalidPath', 'The path is invalid.');
    }
  });
}

/** Deletes a team that has no envelopes, templates or API keys. */
export async function deleteGroup(directory: Directory, id: string): Promise<void> {
  const { services, by } = directory;
  const { organizationId } = by;
  await transaction(services.db, { organizationId }, async (tx) => {
    await lockOrganization(tx, organizationId);
    const subject = await requireGroup(tx, organizationId, id);
    const outcome = await deleteTeam(tx, organizationId, id);
    if (outcome !== 'deleted')
      throw new ScimError(409, null, 'The team still has envelopes, templates or API keys.');
    await recordActorAction(tx, services, by, { action: 'team.deleted', subject });
  });
}

/** Converts a team to a SCIM resource. */
export function toGroupResource(
  { id, name, externalId, members: people, createdAt }: DirectoryGroup,
  url: string,
) {
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    members: people.map(({ userId }) => ({
      value: userId,
      type: 'User',
      $ref: `${url}/Users/${userId}`,
    })),
    meta: {
      resourceType: 'Group',
      created: createdAt.toISOString(),
      location: `${url}/Groups/${id}`,
    },
  };
}

async function change(
  { services, by: { organizationId } }: Directory,
  id: string,
  run: (tx: Transaction, group: DirectoryGroup) => Promise<void>,
): Promise<DirectoryGroup> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    await lockOrganization(tx, organizationId);
    await run(tx, await requireGroup(tx, organizationId, id));
    return await requireGroup(tx, organizationId, id);
  });
}

async function changeMembers(
  tx: Transaction,
  directory: Directory,
  found: DirectoryGroup,
  op: Operation['op'],
  value: unknown,
): Promise<void> {
  const ids = value === undefined ? [] : readBody(members, value).map(({ value: id }) => id);
  if (op === 'replace') return await setMembers(tx, directory, found, ids);
  // A removal without a value removes all members.
  if (op === 'remove' && value === undefined) return await setMembers(tx, directory, found, []);
  for (const id of ids) await (op === 'add' ? add : drop)(tx, directory, found, id);
}

async function setMembers(
  tx: Transaction,
  directory: Directory,
  found: DirectoryGroup,
  ids: readonly string[],
): Promise<void> {
  const { members: before } = await requireGroup(tx, directory.by.organizationId, found.id);
  for (const { userId } of before) if (!ids.includes(userId)) await drop(tx, directory, found, userId);
  for (const id of ids) await add(tx, directory, found, id);
}

async function rename(
  tx: Transaction,
  { services, by }: Directory,
  { id }: DirectoryGroup,
  to: string,
): Promise<void> {
  const name = requireGroupName(to);
  const from = await renameTeam(tx, by.organizationId, id, name);
  if (from === false) throw createNameTakenError();
  if (from === null || from === name) return;
  await recordActorAction(tx, services, by, {
    action: 'team.renamed',
    subject: { id, name },
    details: { from },
  });
}

/** Adds a person. Someone who is deactivated is remembered, and becomes a member when they're activated. */
async function add(
  tx: Transaction,
  { services, by }: Directory,
  team: { readonly id: string; readonly name: string },
  userId: string,
): Promise<void> {
  const { organizationId } = by;
  const member = await lockMember(tx, organizationId, userId);
  if (member === null) {
    if (!(await isDirectoryUser(tx, organizationId, userId)))
      throw createInvalidValueError(`${userId} is not a user.`);
    return await rememberTeam(tx, { organizationId, teamId: team.id, userId });
  }
  await forgetTeams(tx, organizationId, userId, team.id);
  const added = { organizationId, teamId: team.id, userId, createdAt: services.clock() };
  if (await insertTeamMember(tx, added))
    await recordActorAction(tx, services, by, {
      action: 'team.member_added',
      subject: team,
      details: { member: member.name },
    });
}

async function drop(
  tx: Transaction,
  { services, by }: Directory,
  team: DirectoryGroup,
  userId: string,
): Promise<void> {
  const { organizationId } = by;
  const member = await lockMember(tx, organizationId, userId);
  await forgetTeams(tx, organizationId, userId, team.id);
  if (!(await deleteTeamMember(tx, team.id, userId))) return;
  await recordActorAction(tx, services, by, {
    action: 'team.member_removed',
    subject: team,
    details: { member: member?.name ?? userId },
  });
}

async function isDirectoryUser(tx: Transaction, organizationId: string, userId: string): Promise<boolean> {
  const domains = await listVerifiedDomains(tx, organizationId);
  return (await readDirectoryUser(tx, organizationId, domains, userId)) !== null;
}

async function requireGroup(tx: Transaction, organizationId: string, id: string): Promise<DirectoryGroup> {
  const found = (await listDirectoryGroups(tx, organizationId)).find((one) => one.id === id);
  if (found === undefined) throw createNotFoundError();
  return found;
}

function matchFilter(filter: DirectoryFilter<GroupAttribute>, found: DirectoryGroup): boolean {
  return foldFilter<GroupAttribute, boolean>(filter, {
    compare: (comparison) => matchComparison(comparison, found),
    and: (left, right) => left && right,
    or: (left, right) => left || right,
    not: (operand) => !operand,
  });
}

/** Compares the values of an attribute of a group. Identifiers are case-sensitive. */
function matchComparison(
  { attribute, operator, value }: Comparison<GroupAttribute>,
  found: DirectoryGroup,
): boolean {
  const known = listValues(attribute, found);
  if (operator === 'pr' || value === null) return operator === 'eq' ? known.length === 0 : known.length > 0;
  const fold = (word: string) => (attribute === 'displayname' ? word.toLowerCase() : word);
  const [folded, wanted] = [known.map(fold), fold(String(value))];
  switch (operator) {
    case 'eq':
      return folded.includes(wanted);
    case 'ne':
      return !folded.includes(wanted);
    case 'co':
      return folded.some((one) => one.includes(wanted));
    case 'sw':
      return folded.some((one) => one.startsWith(wanted));
    case 'ew':
      return folded.some((one) => one.endsWith(wanted));
  }
}

function listValues(attribute: GroupAttribute, found: DirectoryGroup): readonly string[] {
  switch (attribute) {
    case 'id':
      return [found.id];
    case 'externalid':
      return found.externalId === null ? [] : [found.externalId];
    case 'displayname':
      return [found.name];
    case 'members.value':
      return found.members.map(({ userId }) => userId);
    case 'members.type':
      return found.members.map(() => 'User');
  }
}

function requireGroupName(text: string): string {
  const name = toPrintable(text);
  if (!isVisible(name) || name.length > LIMITS.nameMaxChars)
    throw createInvalidValueError(`displayName must have between 1 and ${LIMITS.nameMaxChars} characters.`);
  return name;
}

function createNameTakenError(): ScimError {
  return new ScimError(409, 'uniqueness', 'Another team has this displayName.');
}
