import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { changeRole, removeMember } from '#domain/organization/membership.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { role } from '#wire/member.ts';
import { pathId } from '#wire/text.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { deleteMembership, lockMember, setRole } from '#server/db/accounts/members.ts';
import { endSessionsIn } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { accountProcedure, adminProcedure } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/app/services.ts';
import { endAgentsOf, revokeKeysMadeBy, type By } from './end-access.ts';

type Acting = Parameters<typeof recordAction>[1];

/** Changes a member's role. Refuses with `invalid_state` if no owner would be left. */
export const changeMemberRole = adminProcedure
  .input(z.strictObject({ userId: pathId, role }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const { actor, target } = await lockBoth(tx, ctx, input.userId);
      const ruling = changeRole(actor, target, input.role);
      if (ruling.kind === 'refuse') throw refusal(ruling.code, undefined, ruling.message);
      if (target.role === input.role) return;
      if (!(await setRole(tx, organizationId, target.userId, input.role))) throw lastOwner();
      await recordAction(tx, ctx, {
        action: 'member.role_changed',
        subject: { id: target.userId, name: target.name },
        details: { from: target.role, to: input.role },
      });
      if (ruling.revokesKeys) await revokeKeysMadeBy(tx, ctx.services, byOf(ctx), target.userId);
    });
    return DONE;
  });

/** Removes a member: ends their sessions and agents here and revokes their API keys. */
export const removeOtherMember = adminProcedure
  .input(z.strictObject({ userId: pathId }))
  .output(done)
  .mutation(async ({ ctx, input }) => {
    await remove(ctx, input.userId);
    return DONE;
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
  const organizationId = ctx.session.organization.id;
  await transaction(ctx.services.db, { organizationId }, async (tx) => {
    const { actor, target } = await lockBoth(tx, ctx, userId);
    const ruling = removeMember(actor, target);
    if (ruling.kind === 'refuse') throw refusal(ruling.code, undefined, ruling.message);
    if (!(await deleteMembership(tx, organizationId, target.userId))) throw lastOwner();
    await endSessionsIn(tx, target.userId, organizationId);
    await recordAction(tx, ctx, {
      action: actor.userId === target.userId ? 'member.left' : 'member.removed',
      subject: { id: target.userId, name: target.name },
      details: { role: target.role },
    });
    await revokeKeysMadeBy(tx, ctx.services, byOf(ctx), target.userId);
    await endAgentsOf(tx, ctx.services, byOf(ctx), target.userId);
  });
}

/** Locks both current rows: the session's role may predate a demotion. */
async function lockBoth(tx: Transaction, { session }: Acting, userId: string) {
  const organizationId = session.organization.id;
  // The same order everywhere, so that two people changing each other can't deadlock.
  const ids = [...new Set([session.user.id, userId])].sort();
  const rows = new Map<string, Awaited<ReturnType<typeof lockMember>>>();
  for (const id of ids) rows.set(id, await lockMember(tx, organizationId, id));
  const [actor, target] = [rows.get(session.user.id), rows.get(userId)];
  if (!actor) throw refusal('unauthorized');
  if (!target) throw refusal('not_found');
  return { actor, target };
}

function byOf({ session, audit }: Acting): By {
  return { organizationId: session.organization.id, person: session.user, audit };
}

function lastOwner() {
  return refusal('invalid_state', undefined, REFUSAL_MESSAGES.last_owner);
}
