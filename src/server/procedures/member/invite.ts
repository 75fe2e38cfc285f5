import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { issueInvitation } from '#domain/organization/invitation.ts';
import { findLoss } from '#domain/organization/may-still.ts';
import { formatDomainRule, mayJoin } from '#domain/organization/membership-rules.ts';
import { listManagedRoles, type Role } from '#domain/organization/role.ts';
import {
  refuseSending,
  determineStanding,
  type StandingFacts,
} from '#domain/organization/sending/standing.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { assignedRole } from '#wire/member.ts';
import { emailAddress } from '#wire/text.ts';
import { deriveAccountToken, hashToken } from '#server/crypto/account-token.ts';
import {
  countOpenInvitations,
  insertInvitation,
  isMemberAddress,
  lockInvitation,
  updateInvitation,
  type Invitation,
} from '#server/db/accounts/invitations.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { lockActiveKey } from '#server/db/organizations/api-keys.ts';
import { lockOrganization, readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure, requireKeyRoles, requireLive, type Member } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import type { Services } from '#server/runtime/services.ts';

const TAGS = ['Members'];

/** Invites an email address to the organization. */
export const inviteMember = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/invitations',
      tags: TAGS,
      summary: 'Invite somebody',
      description:
        'Emails a link with which the person joins. Only roles that you can assign; the link works as long as you can.',
    },
    rest: { success: 201, errors: [] },
  })
  .input(z.strictObject({ email: emailAddress.describe('Where the invitation goes.'), role: assignedRole }))
  .output(z.object({ id: createIdSchema('invitation') }))
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    requireLive(member);
    const { organizationId } = member;
    requireKeyRoles(member, input.role);
    if (!listManagedRoles(member.role).includes(input.role)) throw createRoleRefusal();
    await services.rates.invitation.take(organizationId);
    const id = services.newId('invitation');
    await transaction(services.db, { organizationId }, async (tx) => {
      const organization = await lockOrganization(tx, organizationId);
      const mayInvite = await lockInviter(tx, member);
      if (!mayInvite(input.role)) throw createRoleRefusal();
      const { membership } = organization;
      requireSending(organization, member);
      const { email } = input;
      if (!mayJoin(membership, email)) throw createTakenRefusal(formatDomainRule(membership));
      if (await isMemberAddress(tx, organizationId, email)) throw createTakenRefusal('is already a member');
      if ((await countOpenInvitations(tx, organizationId)) >= LIMITS.openInvitationsMax)
        throw createTakenRefusal("can't be invited: too many invitations are open. Revoke some first");
      const now = services.clock();
      const { sentAt, expiresAt, effects } = issueInvitation({ organizationId, id, epoch: 1 }, now);
      const made = await insertInvitation(tx, {
        id,
        organizationId,
        email,
        role: input.role,
        epoch: 1,
        tokenHash: hashLink(services, id, 1),
        invitedBy: member.sender.userId,
        invitedWith: member.apiKeyId,
        createdAt: now,
        sentAt,
        expiresAt,
      });
      if (!made) throw createTakenRefusal('is already invited. Resend that invitation instead');
      await services.queue.enqueue(tx, effects);
      await recordAction(tx, ctx, {
        action: 'member.invited',
        subject: { id, name: email },
        details: { role: input.role },
      });
    });
    return { id };
  });

/** Sends an invitation again with a new link and expiration date. The earlier link stops working. */
export const resendInvitation = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/invitations/{id}/resend',
      tags: TAGS,
      summary: 'Resend an invitation',
      description: 'Emails a new link in your name; earlier ones stop working.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('invitation') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await services.rates.invitation.take(organizationId);
    await transaction(services.db, { organizationId }, async (tx) => {
      const mayInvite = await lockInviter(tx, member);
      const invitation = await lockOpen(tx, organizationId, id);
      requireKeyRoles(member, invitation.role);
      if (!mayInvite(invitation.role)) throw createRoleRefusal();
      const organization = await readOrganization(tx, organizationId);
      const { membership } = organization;
      requireSending(organization, member);
      if (!mayJoin(membership, invitation.email)) throw createTakenRefusal(formatDomainRule(membership));
      const epoch = invitation.epoch + 1;
      const { effects, ...dates } = issueInvitation({ organizationId, id, epoch }, services.clock());
      const tokenHash = hashLink(services, id, epoch);
      const inviter = { invitedBy: member.sender.userId, invitedWith: member.apiKeyId };
      await updateInvitation(tx, organizationId, id, { ...dates, epoch, tokenHash, ...inviter });
      await services.queue.enqueue(tx, effects);
      const subject = { id, name: invitation.email };
      await recordAction(tx, ctx, { action: 'invitation.resent', subject });
    });
  });

/** Revokes an invitation. Its link stops working. */
export const revokeInvitation = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/invitations/{id}',
      tags: TAGS,
      summary: 'Revoke an invitation',
      description: 'Its link stops working.',
    },
    rest: { success: 204, errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('invitation') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const invitation = await lockOpen(tx, organizationId, id);
      requireKeyRoles(member, invitation.role);
      if (!listManagedRoles(member.role).includes(invitation.role)) throw createRoleRefusal();
      await updateInvitation(tx, organizationId, id, { revokedAt: services.clock() });
      const subject = { id, name: invitation.email };
      await recordAction(tx, ctx, { action: 'invitation.revoked', subject });
    });
  });

/**
 * Locks the caller's membership and returns a check of the roles that they may invite to. Their role may be
 * changing at this moment, and no invitation may remain to a role that they can no longer give.
 */
async function lockInviter(tx: Transaction, { organizationId, sender, apiKeyId }: Member) {
  const person = await lockMember(tx, organizationId, sender.userId);
  // A request that revokes the key waits for this one, and then ends this invitation as well.
  if (apiKeyId !== null && (await lockActiveKey(tx, organizationId, apiKeyId)) === null)
    throw createRefusal('unauthorized');
  return (role: Role) => findLoss({ role: person?.role ?? null }, { kind: 'invite', role }) === null;
}

async function lockOpen(tx: Transaction, organizationId: string, id: string): Promise<Invitation> {
  const invitation = await lockInvitation(tx, organizationId, id);
  if (invitation === null) throw createRefusal('not_found');
  if (invitation.acceptedAt !== null || invitation.revokedAt !== null)
    throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.invitation_expired);
  return invitation;
}

function hashLink(services: Services, id: string, epoch: number): string {
  return hashToken(
    deriveAccountToken(services.config.secretKeys.current.key, 'invitation', `${id}.${epoch}`),
  );
}

/** Invitations carry the names of the organization and the inviter to other people's mailboxes. */
function requireSending(organization: StandingFacts, { sender }: Member): void {
  const refused = refuseSending(determineStanding(organization, [sender.name]));
  if (refused !== null) throw createRefusal(refused.code, refused.details, refused.message);
}

function createTakenRefusal(message: string) {
  return createInvalidRefusal([{ path: '/email', message }]);
}

function createRoleRefusal() {
  return createRefusal('forbidden', undefined, REFUSAL_MESSAGES.role_not_assignable);
}
