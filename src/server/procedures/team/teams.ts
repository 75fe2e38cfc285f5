import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { mayOpenTeam } from '#domain/organization/membership.ts';
import { may, type Role } from '#domain/organization/role.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { createRequiredLineSchema, timestamp } from '#wire/text.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import {
  changeTeamPrivacy,
  deleteTeam,
  insertTeam,
  insertTeamMember,
  listTeamMembers,
  listTeams,
  readTeam,
  renameTeam,
  type Team,
} from '#server/db/organizations/teams.ts';
import { type Acting, recordAction } from '#server/trpc/administration.ts';
import { type Member, memberProcedure } from '#server/trpc/audience.ts';

const TAGS = ['Teams'];

const name = createRequiredLineSchema(LIMITS.nameMaxChars)
  .describe('Unique in the organization, whatever its case.')
  .meta({ examples: ['Legal'] });

const isPrivate = z.boolean().describe('Whether only its members see what belongs to it.');

const team = z
  .object({
    id: createIdSchema('team'),
    name: z.string().meta({ examples: ['Legal'] }),
    isPrivate: z.boolean(),
    isMine: z.boolean().describe('Whether you belong to it.'),
    members: z
      .array(
        z.object({
          userId: createIdSchema('user'),
          name: z.string().meta({ examples: [EXAMPLE.senderName] }),
        }),
      )
      .describe('Of private teams; everyone belongs to the others.'),
    createdAt: timestamp,
  })
  .meta({ id: 'Team' });

/**
 * Lists the organization's teams, oldest first. The first team that isn't private is the default. Private
 * teams are listed only to their members and to administrators, who choose the members.
 */
export const listOwnTeams = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/teams',
      tags: TAGS,
      summary: 'List teams',
      description:
        "Oldest first. The first that isn't private is the default. Private teams are listed to their members and to administrators.",
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(team) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId, administers } = member;
    const items = await transaction(services.db, { organizationId }, (tx) => listTeamsForMember(tx, member));
    return { items: items.filter(({ isMine }) => isMine || administers) };
  });

/**
 * Creates a team. Names are compared case-insensitively. The creator of a private team becomes its member.
 */
export const createTeam = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/teams',
      tags: TAGS,
      summary: 'Create a team',
      description: 'You become a member of a private team that you create.',
    },
    rest: { success: 201, errors: [] },
  })
  .input(z.strictObject({ name, isPrivate: isPrivate.default(false) }))
  .output(team)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId, sender } = member;
    const created = { id: services.newId('team'), ...input, createdAt: services.clock() };
    return await transaction(services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      await lockAdministrator(tx, member);
      if ((await listTeams(tx, organizationId)).length >= LIMITS.teamsMax)
        throw createNameRefusal(`exceeds the maximum of ${LIMITS.teamsMax} teams`);
      if (!(await insertTeam(tx, organizationId, created)))
        throw createNameRefusal('is already the name of another team');
      await recordAction(tx, ctx, { action: 'team.created', subject: created });
      if (input.isPrivate) {
        const { id: teamId, createdAt } = created;
        await insertTeamMember(tx, { organizationId, teamId, userId: sender.userId, createdAt });
        await recordAction(tx, ctx, { action: 'team.made_private', subject: created });
      }
      return await readTeamForMember(tx, member, created.id);
    });
  });

/** Changes a team's name and whether it's private. */
export const changeTeam = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/teams/{id}',
      tags: TAGS,
      summary: 'Update a team',
      description:
        'Changes the properties you send. If you make a team private, you become a member, and it is seen by its members only. Only its members and owners can make it public again; otherwise 403 `forbidden`. Returns 409 `invalid_state` if no team would be left that everyone belongs to.',
    },
    rest: { errors: ['not_found', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('team'),
      name: name.optional(),
      isPrivate: isPrivate.optional(),
    }),
  )
  .output(team)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      if (input.name !== undefined) await rename(tx, ctx, input.id, input.name);
      if (input.isPrivate !== undefined) await setPrivacy(tx, ctx, input.id, input.isPrivate);
      return await readTeamForMember(tx, member, input.id);
    });
  });

/** Deletes an unused team, unless it is the last one that everyone belongs to. */
export const deleteOwnTeam = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/teams/{id}',
      tags: TAGS,
      summary: 'Delete a team',
      description:
        'Returns 409 `invalid_state` if it has envelopes, templates or API keys, or is the last that everyone belongs to.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('team') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      const subject = (await listTeams(tx, organizationId)).find(({ id }) => id === input.id);
      if (subject === undefined) throw createRefusal('not_found');
      const outcome = await deleteTeam(tx, organizationId, input.id);
      switch (outcome) {
        case 'absent':
          throw createRefusal('not_found');
        case 'in_use':
          throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.team_in_use);
        case 'last':
          throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.last_team);
        case 'deleted':
          await recordAction(tx, ctx, { action: 'team.deleted', subject });
          return;
        default:
          return outcome satisfies never;
      }
    });
  });

/** Returns every team of the organization, and whether the member belongs to it. */
async function listTeamsForMember(tx: Transaction, { organizationId, sender }: Member) {
  const [teams, members] = await Promise.all([
    listTeams(tx, organizationId),
    listTeamMembers(tx, organizationId),
  ]);
  return teams.map((one) => {
    const belonging = members.filter(({ teamId }) => teamId === one.id);
    return {
      ...one,
      createdAt: one.createdAt.toISOString(),
      isMine: !one.isPrivate || belonging.some(({ userId }) => userId === sender.userId),
      members: belonging.map(({ userId, name }) => ({ userId, name })),
    };
  });
}

async function readTeamForMember(tx: Transaction, member: Member, id: string) {
  const found = (await listTeamsForMember(tx, member)).find((one) => one.id === id);
  if (found === undefined) throw createRefusal('not_found');
  return found;
}

async function rename(tx: Transaction, ctx: Acting, id: string, to: string): Promise<void> {
  const from = await renameTeam(tx, ctx.member.organizationId, id, to);
  if (from === null) throw createRefusal('not_found');
  if (from === false) throw createNameRefusal('is already the name of another team');
  if (from !== to)
    await recordAction(tx, ctx, { action: 'team.renamed', subject: { id, name: to }, details: { from } });
}

function createNameRefusal(message: string) {
  return createInvalidRefusal([{ path: '/name', message }]);
}

/**
 * Makes a team private, so that only its members see it, or public again. The person who makes it private
 * becomes a member. Only a member or an owner makes it public, and the audit log records that.
 */
async function setPrivacy(tx: Transaction, ctx: Acting, id: string, isPrivate: boolean): Promise<void> {
  const { organizationId, sender } = ctx.member;
  const subject = await lockTeam(tx, organizationId, id);
  await lockAdministrator(tx, ctx.member);
  if (subject.isPrivate === isPrivate) return;
  if (!isPrivate) await requireTeamOpener(tx, ctx.member, id);
  if ((await changeTeamPrivacy(tx, organizationId, id, isPrivate)) === 'last')
    throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.last_team);
  const createdAt = ctx.services.clock();
  if (isPrivate) await insertTeamMember(tx, { organizationId, teamId: id, userId: sender.userId, createdAt });
  await recordAction(tx, ctx, { action: isPrivate ? 'team.made_private' : 'team.made_public', subject });
}

/** Refuses with `forbidden` unless the member may let others into a private team. */
export async function requireTeamOpener(tx: Transaction, member: Member, teamId: string): Promise<void> {
  const { organizationId, sender } = member;
  const role = await lockAdministrator(tx, member);
  const members = await listTeamMembers(tx, organizationId);
  const isTeamMember = members.some((one) => one.teamId === teamId && one.userId === sender.userId);
  if (!mayOpenTeam({ role, isTeamMember }))
    throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.team_not_yours);
}

/**
 * Locks the caller's membership and returns their role. Refuses if they no longer administer the
 * organization: they may have been removed since the request was admitted.
 */
async function lockAdministrator(tx: Transaction, { organizationId, sender }: Member): Promise<Role> {
  const caller = await lockMember(tx, organizationId, sender.userId);
  if (caller === null || !may(caller.role, 'administer')) throw createRefusal('forbidden');
  return caller.role;
}

/**
 * Returns the team that something new belongs to: the one that the caller names, or else their key's, or else
 * the default. Refuses a team that the caller doesn't see, and says so if it is their key's own.
 */
export async function requireTeam(
  tx: Transaction,
  { organizationId, teamId: own }: Pick<Member, 'organizationId' | 'teamId'>,
  named: string | undefined,
): Promise<{ readonly id: string; readonly name: string }> {
  const team = await readTeam(tx, organizationId, named ?? own);
  if (team !== null) return team;
  if (named === undefined && own !== null)
    throw createRefusal('forbidden', { reason: 'team_out_of_reach' }, OUT_OF_REACH);
  throw createInvalidRefusal([{ path: '/teamId', message: 'must be a team that you belong to' }]);
}

const OUT_OF_REACH =
  "This API key's team is private, and the person who created the key isn't a member. Send the `teamId` of another team, add the person to the team, or use a key of another team.";

/** Locks the organization's teams against other changes, and returns a team. */
export async function lockTeam(tx: Transaction, organizationId: string, id: string): Promise<Team> {
  await lockOrganization(tx, organizationId);
  const team = (await listTeams(tx, organizationId)).find((one) => one.id === id);
  if (team === undefined) throw createRefusal('not_found');
  return team;
}
