import { z } from 'zod';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { may } from '#domain/organization/role.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { pathId, requiredLine, timestamp } from '#wire/text.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import {
  deleteTeam,
  insertTeam,
  insertTeamMember,
  listTeamMembers,
  listTeams,
  renameTeam,
} from '#server/db/organizations/teams.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure, sessionProcedure } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';

const name = requiredLine(LIMITS.nameMaxChars);

const team = z.object({
  id: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
  /** Whether the caller belongs to it. */
  isMine: z.boolean(),
  /** Of private teams; everyone belongs to the others. */
  members: z.array(z.object({ userId: z.string(), name: z.string() })),
  createdAt: timestamp,
});

/**
 * Lists the organization's teams, oldest first. The first that isn't private is the default. Private teams are listed to
 * their members and to administrators, who choose the members.
 */
export const listOwnTeams = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(team) }))
  .query(async ({ ctx: { services, member, session } }) => {
    const { organizationId } = member;
    const [teams, members] = await transaction(services.db, { organizationId }, (tx) =>
      Promise.all([listTeams(tx, organizationId), listTeamMembers(tx, organizationId)]),
    );
    const items = teams.map((one) => {
      const belonging = members.filter(({ teamId }) => teamId === one.id);
      return {
        ...one,
        createdAt: one.createdAt.toISOString(),
        isMine: !one.isPrivate || belonging.some(({ userId }) => userId === session.user.id),
        members: belonging.map(({ userId, name }) => ({ userId, name })),
      };
    });
    const listsAll = may(session.role, 'administer');
    return { items: items.filter(({ isMine }) => isMine || listsAll) };
  });

/** Creates a team. Names are case-insensitive. The creator of a private team becomes its member. */
export const createTeam = adminProcedure
  .input(z.strictObject({ name, isPrivate: z.boolean().default(false) }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { services, member, session } = ctx;
    const { organizationId } = member;
    const created = { id: services.newId('team'), ...input, createdAt: services.clock() };
    await transaction(services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      if ((await listTeams(tx, organizationId)).length >= LIMITS.teamsMax)
        throw wrongName(`exceeds the maximum of ${LIMITS.teamsMax} teams`);
      if (!(await insertTeam(tx, organizationId, created)))
        throw wrongName('is already the name of another team');
      await recordAction(tx, ctx, { action: 'team.created', subject: created });
      if (!input.isPrivate) return;
      const { id: teamId, createdAt } = created;
      await insertTeamMember(tx, { organizationId, teamId, userId: session.user.id, createdAt });
      await recordAction(tx, ctx, { action: 'team.made_private', subject: created });
    });
    return { id: created.id };
  });

/** Renames a team. */
export const renameOwnTeam = adminProcedure
  .input(z.strictObject({ id: pathId, name }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const before = await renameTeam(tx, organizationId, input.id, input.name);
      if (before === null) throw refusal('not_found');
      if (before === false) throw wrongName('is already the name of another team');
      if (before === input.name) return;
      await recordAction(tx, ctx, { action: 'team.renamed', subject: input, details: { from: before } });
    });
    return DONE;
  });

/** Deletes an unused team, unless it is the last that everyone belongs to. */
export const deleteOwnTeam = adminProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const subject = (await listTeams(tx, organizationId)).find(({ id }) => id === input.id);
      if (subject === undefined) throw refusal('not_found');
      const outcome = await deleteTeam(tx, organizationId, input.id);
      switch (outcome) {
        case 'absent':
          throw refusal('not_found');
        case 'in_use':
          throw refusal('invalid_state', undefined, REFUSAL_MESSAGES.team_in_use);
        case 'last':
          throw refusal('invalid_state', undefined, REFUSAL_MESSAGES.last_team);
        case 'deleted':
          await recordAction(tx, ctx, { action: 'team.deleted', subject });
          return;
        default:
          return outcome satisfies never;
      }
    });
    return DONE;
  });

function wrongName(message: string) {
  return invalid([{ path: '/name', message }]);
}
