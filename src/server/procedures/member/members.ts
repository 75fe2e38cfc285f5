import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { getInvitationState } from '#domain/organization/invitation.ts';
import { mayJoin } from '#domain/organization/membership-rules.ts';
import { changeRole, removeMember } from '#domain/organization/membership.ts';
import { may } from '#domain/organization/role.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { assignedRole, invitationSchema, memberSchema, role } from '#wire/member.ts';
import { timestamp } from '#wire/text.ts';
import { listOpenInvitations } from '#server/db/accounts/invitations.ts';
import { deleteMembership, listMembers, lockMember, setRole } from '#server/db/accounts/members.ts';
import { endOrganizationSessions, readLastUses } from '#server/db/accounts/sessions.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { lockOrganization, readOrganization } from '#server/db/organizations/organizations.ts';
import type { Services } from '#server/runtime/services.ts';
import { createSuspendedRefusal } from '#server/surface/credentials.ts';
import { type Acting, recordAction, toActor } from '#server/trpc/administration.ts';
import {
  accountProcedure,
  adminProcedure,
  memberProcedure,
  requireKeyRoles,
  requireLive,
} from '#server/trpc/audience.ts';
import { endPersonAgents, recordLostInvitations, revokeKeysMadeBy } from '../auth/end-access.ts';

/** Lists members, invitations and the roles the caller can assign. */
export const listOwnMembers = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/members',
      tags: ['Members'],
      summary: 'List members',
      description: 'Returns members, open invitations, and the roles that you can assign.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(
    z.object({
      members: z.array(memberSchema),
      invitations: z.array(invitationSchema),
      roles: z.array(role),
    }),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const [members, invitations, { membership }] = await readTransaction(
      services.db,
      { organizationId },
      (tx) =>
        Promise.all([
          listMembers(tx, organizationId),
          listOpenInvitations(tx, organizationId),
          readOrganization(tx, organizationId),
        ]),
    );
    return {
      members: members.map((one) => ({
        ...one,
        joinedAt: one.joinedAt.toISOString(),
        outside: !mayJoin(membership, one.email),
      })),
      invitations: invitations.map((one) => ({
        id: one.id,
        email: one.email,
        role: one.role,
        invitedByName: one.invitedByName,
        sentAt: one.sentAt.toISOString(),
        expiresAt: one.expiresAt.toISOString(),
        expired: getInvitationState(one, services.clock()) === 'expired',
      })),
      roles: [...member.managedRoles],
    };
  });

/** Returns when members who are signed in to the organization were last active in it. */
export const readMemberActivity = adminProcedure
  .input(z.strictObject({}))
  .output(
    z.strictObject({
      items: z.array(z.strictObject({ userId: createIdSchema('user'), lastActiveAt: timestamp })),
    }),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const [members, uses] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([listMembers(tx, organizationId), readLastUses(tx, organizationId)]),
    );
    return {
      items: members.flatMap(({ userId }) => {
        const at = uses.get(userId);
        return at === undefined ? [] : [{ userId, lastActiveAt: at.toISOString() }];
      }),
    };
  });

const TAGS = ['Members'];

/** Changes a member's role. Refuses with `invalid_state` if no owner would be left. */
export const changeMemberRole = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'PATCH',
      path: '/api/v1/members/{userId}',
      tags: TAGS,
      summary: "Change a member's role",
      description:
        'Only roles that you can assign, and of members whose role you can assign. Somebody who becomes a viewer loses their API keys, and invitations to roles that they can no longer assign are revoked. Returns 409 `invalid_state` if no owner would be left.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ userId: createPathIdSchema('user'), role: assignedRole }))
  .output(z.undefined())
  .mutation(async ({ ctx, input }) => {
    requireLive(ctx.member);
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const locked = await lockBoth(tx, ctx, input.userId);
      const { actor, target } = locked;
      requireKeyRoles(ctx.member, target.role, input.role);
      const ruling = changeRole(actor, target, input.role);
      if (ruling.kind === 'refuse') throw createRefusal(ruling.code, undefined, ruling.message);
      if (target.role === input.role) return;
      if (!may(input.role, 'administer')) refuseSteppingDown(locked);
      if (!(await setRole(tx, organizationId, target.userId, input.role))) throw createLastOwnerRefusal();
      await recordAction(tx, ctx, {
        action: 'member.role_changed',
        subject: { id: target.userId, name: target.name },
        details: { from: target.role, to: input.role },
      });
      await recordLostInvitations(tx, ctx.services, toActor(ctx), { userId: target.userId });
      if (ruling.revokesKeys) await revokeKeysMadeBy(tx, ctx.services, toActor(ctx), target.userId);
    });
  });

/** Removes a member: ends their sessions and agents here and revokes their API keys. */
export const removeOtherMember = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/members/{userId}',
      tags: TAGS,
      summary: 'Remove a member',
      description:
        'Ends their sessions and agents in this organization, and revokes their API keys and open invitations. Their envelopes stay. Returns 409 `invalid_state` if no owner would be left.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ userId: createPathIdSchema('user') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input }) => {
    await remove(ctx, input.userId);
  });

/** Removes the caller from the organization and ends the session. */
export const leaveOrganization = accountProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx }) => {
    await remove(ctx, ctx.session.user.id);
    return DONE;
  });

async function remove(ctx: Acting & { readonly services: Services }, userId: string): Promise<void> {
  requireLive(ctx.member);
  const { organizationId } = ctx.member;
  await transaction(ctx.services.db, { organizationId }, async (tx) => {
    const locked = await lockBoth(tx, ctx, userId);
    const { actor, target } = locked;
    requireKeyRoles(ctx.member, target.role);
    const ruling = removeMember(actor, target);
    if (ruling.kind === 'refuse') throw createRefusal(ruling.code, undefined, ruling.message);
    refuseSteppingDown(locked);
    if (!(await deleteMembership(tx, organizationId, target.userId))) throw createLastOwnerRefusal();
    await endOrganizationSessions(tx, target.userId, organizationId);
    await recordAction(tx, ctx, {
      action: actor.userId === target.userId ? 'member.left' : 'member.removed',
      subject: { id: target.userId, name: target.name },
      details: { role: target.role },
    });
    await revokeKeysMadeBy(tx, ctx.services, toActor(ctx), target.userId);
    await endPersonAgents(tx, ctx.services, toActor(ctx), target.userId);
    await recordLostInvitations(tx, ctx.services, toActor(ctx), { userId: target.userId });
  });
}

/**
 * Locks the organization, because it must keep an owner, and the current rows of both people. The caller's
 * role may have been read before a demotion.
 */
async function lockBoth(tx: Transaction, { member }: Acting, userId: string) {
  const { organizationId, sender } = member;
  const { suspendedAt } = await lockOrganization(tx, organizationId);
  // The order is the same everywhere, so that two people who change each other can't deadlock.
  const ids = [...new Set([sender.userId, userId])].sort();
  const rows = new Map<string, Awaited<ReturnType<typeof lockMember>>>();
  for (const id of ids) rows.set(id, await lockMember(tx, organizationId, id));
  const [actor, target] = [rows.get(sender.userId), rows.get(userId)];
  if (!actor) throw createRefusal('unauthorized');
  if (!target) throw createRefusal('not_found');
  return { actor, target, isSuspended: suspendedAt !== null };
}

/**
 * Refuses people who administer a suspended organization to leave it or to give up their role. Otherwise, they
 * could begin again at once: only who administers no suspended organization creates another one.
 */
function refuseSteppingDown({ actor, target, isSuspended }: Awaited<ReturnType<typeof lockBoth>>): void {
  if (isSuspended && actor.userId === target.userId && may(target.role, 'administer'))
    throw createSuspendedRefusal();
}

function createLastOwnerRefusal() {
  return createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.last_owner);
}
