import { z } from 'zod';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { issueInvitation } from '#domain/organization/invitation.ts';
import { managedRoles } from '#domain/organization/role.ts';
import { done, DONE } from '#wire/account.ts';
import { role } from '#wire/member.ts';
import { emailAddress, pathId } from '#wire/text.ts';
import { accountToken, hashToken } from '#server/crypto/account-token.ts';
import {
  countOpenInvitations,
  insertInvitation,
  isMemberAddress,
  lockInvitation,
  updateInvitation,
  type Invitation,
} from '#server/db/invitations.ts';
import type { Transaction } from '#server/db/client.ts';
import { lockOrganization } from '#server/db/organizations.ts';
import { within } from '#server/db/transaction.ts';
import { administering } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import type { World } from '#server/world.ts';

/** Invites an address into the organization by mail. */
export const inviteMember = administering
  .input(z.strictObject({ email: emailAddress, role }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { world, member, session } = ctx;
    const { organizationId } = member;
    if (!managedRoles(session.role).includes(input.role)) throw notYours();
    await world.rates.invitation.take(organizationId);
    const id = world.newId('invitation');
    await within(world.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      const { email } = input;
      if (await isMemberAddress(tx, organizationId, email)) throw taken('is a member already');
      if ((await countOpenInvitations(tx, organizationId)) >= LIMITS.openInvitationsMax)
        throw taken('too many invitations are open: revoke some first');
      const now = world.clock();
      const { sentAt, expiresAt, effects } = issueInvitation({ organizationId, id, epoch: 1 }, now);
      const made = await insertInvitation(tx, {
        id,
        organizationId,
        email,
        role: input.role,
        epoch: 1,
        tokenHash: linkHash(world, id, 1),
        invitedBy: session.user.id,
        createdAt: now,
        sentAt,
        expiresAt,
      });
      if (!made) throw taken('is invited already: send that invitation again');
      await world.queue.enqueue(tx, effects);
      await recordAction(tx, ctx, {
        action: 'member.invited',
        subject: { id, name: email },
        details: { role: input.role },
      });
    });
    return { id };
  });

/** Sends an invitation again, with a new link and a new date: the earlier link is void. */
export const resendInvitation = administering
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input: { id } }) => {
    const { world, member, session } = ctx;
    const { organizationId } = member;
    await world.rates.invitation.take(organizationId);
    await within(world.db, { organizationId }, async (tx) => {
      const invitation = await lockOpen(tx, organizationId, id);
      if (!managedRoles(session.role).includes(invitation.role)) throw notYours();
      const epoch = invitation.epoch + 1;
      const { effects, ...dates } = issueInvitation({ organizationId, id, epoch }, world.clock());
      const tokenHash = linkHash(world, id, epoch);
      await updateInvitation(tx, organizationId, id, { ...dates, epoch, tokenHash });
      await world.queue.enqueue(tx, effects);
      const subject = { id, name: invitation.email };
      await recordAction(tx, ctx, { action: 'invitation.resent', subject });
    });
    return DONE;
  });

/** Revokes an invitation: its link is void. */
export const revokeInvitation = administering
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input: { id } }) => {
    const { world, member, session } = ctx;
    const { organizationId } = member;
    await within(world.db, { organizationId }, async (tx) => {
      const invitation = await lockOpen(tx, organizationId, id);
      if (!managedRoles(session.role).includes(invitation.role)) throw notYours();
      await updateInvitation(tx, organizationId, id, { revokedAt: world.clock() });
      const subject = { id, name: invitation.email };
      await recordAction(tx, ctx, { action: 'invitation.revoked', subject });
    });
    return DONE;
  });

async function lockOpen(tx: Transaction, organizationId: string, id: string): Promise<Invitation> {
  const invitation = await lockInvitation(tx, organizationId, id);
  if (invitation === null) throw refusal('not_found');
  if (invitation.acceptedAt !== null || invitation.revokedAt !== null)
    throw refusal('invalid_state', undefined, 'This invitation has ended.');
  return invitation;
}

function linkHash(world: World, id: string, epoch: number): string {
  return hashToken(accountToken(world.config.secretKeys.current.key, 'invitation', `${id}.${epoch}`));
}

function taken(message: string) {
  return invalid([{ path: '/email', message }]);
}

function notYours() {
  return refusal('forbidden', undefined, 'Your role does not let you give this role.');
}
