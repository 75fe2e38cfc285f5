import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
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
  listTeamMembers,
  listTeams,
  renameTeam,
  type Team,
  type TeamMember,
} from '#server/db/organizations/teams.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import type { Directory } from './directory.ts';
import { createInvalidValueError, createNotFoundError, ScimError } from './error.ts';
import type { Operation } from './patch.ts';
import { findAttribute, readBody, type ListQuery } from './query.ts';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const GROUP_FILTERS = ['displayName', 'id'] as const;

/**
 * A private team with its members. Everyone belongs to the other teams, so a directory can't manage those.
 */
export type Group = Team & { readonly members: readonly TeamMember[] };

const displayName = z.string().max(LIMITS.scimTextMaxChars);
const members = z.array(z.object({ value: z.string().min(1).max(LIMITS.scimTextMaxChars) }));
const group = z.object({ displayName, members: members.nullish() });

/** Lists the private teams, oldest first. */
export async function listGroups(
  { services, by: { organizationId } }: Directory,
  { filter, startIndex, count }: ListQuery,
): Promise<{ groups: Group[]; total: number }> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    const wanted = (await readGroups(tx, organizationId)).filter(
      ({ id, name }) =>
        filter === null ||
        (filter.attribute === 'id' ? id === filter.value : name.toLowerCase() === filter.value.toLowerCase()),
    );
    return { groups: wanted.slice(startIndex - 1, startIndex - 1 + count), total: wanted.length };
  });
}

export async function getGroup({ services, by }: Directory, id: string): Promise<Group> {
  return await transaction(services.db, { organizationId: by.organizationId }, (tx) =>
    requireGroup(tx, by.organizationId, id),
  );
}

/** Creates a private team. */
export async function createGroup(directory: Directory, body: unknown): Promise<Group> {
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
    await recordActorAction(tx, services, by, { action: 'team.created', subject: team });
    await recordActorAction(tx, services, by, { action: 'team.made_private', subject: team });
    for (const { value } of given.members ?? []) await add(tx, directory, team, value);
    return await requireGroup(tx, organizationId, team.id);
  });
}

/** Replaces a team's name and members. */
export async function replaceGroup(directory: Directory, id: string, body: unknown): Promise<Group> {
  const given = readBody(group, body);
  return await change(directory, id, async (tx, found) => {
    await rename(tx, directory, found, given.displayName);
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
): Promise<Group> {
  return await change(directory, id, async (tx, found) => {
    for (const { op, path, value } of operations) {
      const attribute = findAttribute(path ?? '', GROUP_SCHEMA);
      const one = /^members\[value eq "([^"]*)"\]$/.exec(attribute)?.[1];
      if (one !== undefined && op === 'remove') await drop(tx, directory, found, one);
      else if (attribute === 'displayname' && op !== 'remove')
        await rename(tx, directory, found, readBody(displayName, value));
      else if (attribute === 'members') await changeMembers(tx, directory, found, op, value);
      // These attributes aren't stored, so they are ignored.
      else if (attribute !== 'externalid' && attribute !== 'id')
        throw new ScimError(400, 'invalidPath', 'The path is invalid.');
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
  { id, name, members: people, createdAt }: Group,
  url: string,
  withoutMembers = false,
) {
  return {
    schemas: [GROUP_SCHEMA],
    id,
    displayName: name,
    ...(withoutMembers
      ? {}
      : {
          members: people.map(({ userId, name: display }) => ({
            value: userId,
            display,
            type: 'User',
            $ref: `${url}/Users/${userId}`,
          })),
        }),
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
  run: (tx: Transaction, group: Group) => Promise<void>,
): Promise<Group> {
  return await transaction(services.db, { organizationId }, async (tx) => {
    await lockOrganization(tx, organizationId);
    await run(tx, await requireGroup(tx, organizationId, id));
    return await requireGroup(tx, organizationId, id);
  });
}

async function changeMembers(
  tx: Transaction,
  directory: Directory,
  found: Group,
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
  found: Group,
  ids: readonly string[],
): Promise<void> {
  const { members: before } = await requireGroup(tx, directory.by.organizationId, found.id);
  for (const { userId } of before) if (!ids.includes(userId)) await drop(tx, directory, found, userId);
  for (const id of ids) await add(tx, directory, found, id);
}

async function rename(
  tx: Transaction,
  { services, by }: Directory,
  { id }: Group,
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

async function add(
  tx: Transaction,
  { services, by }: Directory,
  team: { readonly id: string; readonly name: string },
  userId: string,
): Promise<void> {
  const { organizationId } = by;
  const member = await lockMember(tx, organizationId, userId);
  if (member === null) throw createInvalidValueError(`${userId} is not an active user.`);
  const isNew = await insertTeamMember(tx, {
    organizationId,
    teamId: team.id,
    userId,
    createdAt: services.clock(),
  });
  if (isNew)
    await recordActorAction(tx, services, by, {
      action: 'team.member_added',
      subject: team,
      details: { member: member.name },
    });
}

async function drop(
  tx: Transaction,
  { services, by }: Directory,
  team: Group,
  userId: string,
): Promise<void> {
  const member = await lockMember(tx, by.organizationId, userId);
  if (!(await deleteTeamMember(tx, team.id, userId))) return;
  await recordActorAction(tx, services, by, {
    action: 'team.member_removed',
    subject: team,
    details: { member: member?.name ?? userId },
  });
}

async function requireGroup(tx: Transaction, organizationId: string, id: string): Promise<Group> {
  const found = (await readGroups(tx, organizationId)).find((one) => one.id === id);
  if (found === undefined) throw createNotFoundError();
  return found;
}

async function readGroups(tx: Transaction, organizationId: string): Promise<Group[]> {
  const teams = await listTeams(tx, organizationId);
  const people = await listTeamMembers(tx, organizationId);
  return teams
    .filter(({ isPrivate }) => isPrivate)
    .map((team) => ({ ...team, members: people.filter(({ teamId }) => teamId === team.id) }));
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
