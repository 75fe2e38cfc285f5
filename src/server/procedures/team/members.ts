import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { deleteTeamMember, insertTeamMember, type Team } from '#server/db/organizations/teams.ts';
import type { Services } from '#server/runtime/services.ts';
import { type Acting, recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { lockTeam, requireTeamOpener } from './teams.ts';

const teamAndMember = z.strictObject({ id: createPathIdSchema('team'), userId: createPathIdSchema('user') });

interface Membership {
  readonly organizationId: string;
  readonly team: Team;
  readonly record: (action: 'team.member_added' | 'team.member_removed') => Promise<void>;
}

/** Adds a member of the organization to a private team. */
export const addTeamMember = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/api/v1/teams/{id}/members/{userId}',
      tags: ['Teams'],
      summary: 'Add a member to a private team',
      description:
        'Only if you belong to the team or are an owner; otherwise 403 `forbidden`. Returns 409 `invalid_state` if everyone belongs to the team.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(teamAndMember)
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id, userId } }) => {
    const { services } = ctx;
    await withMember(ctx, id, userId, async (tx, { organizationId, team, record }) => {
      if (!team.isPrivate) throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.team_public);
      await requireTeamOpener(tx, ctx.member, id);
      const added = { organizationId, teamId: id, userId, createdAt: services.clock() };
      if (await insertTeamMember(tx, added)) await record('team.member_added');
    });
  });

/** Removes a member from a private team. They lose access to its envelopes and templates at once. */
export const removeTeamMember = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/teams/{id}/members/{userId}',
      tags: ['Teams'],
      summary: 'Remove a member from a private team',
      description: 'They lose sight of its envelopes and templates at once.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(teamAndMember)
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id, userId } }) => {
    await withMember(ctx, id, userId, async (tx, { record }) => {
      if (!(await deleteTeamMember(tx, id, userId))) throw createRefusal('not_found');
      await record('team.member_removed');
    });
  });

/** Locks a team and one of the organization's members, and changes the membership between them. */
async function withMember(
  ctx: Acting & { readonly services: Services },
  id: string,
  userId: string,
  change: (tx: Transaction, membership: Membership) => Promise<void>,
): Promise<void> {
  const { organizationId } = ctx.member;
  await transaction(ctx.services.db, { organizationId }, async (tx) => {
    const team = await lockTeam(tx, organizationId, id);
    const person = await lockMember(tx, organizationId, userId);
    if (person === null) throw createRefusal('not_found');
    const details = { member: person.name };
    const record: Membership['record'] = (action) =>
      recordAction(tx, ctx, { action, subject: team, details });
    await change(tx, { organizationId, team, record });
  });
}
