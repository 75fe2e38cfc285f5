import { z } from 'zod';
import { mayJoin } from '#domain/organization/membership-rules.ts';
import { listManagedRoles } from '#domain/organization/role.ts';
import { getInvitationState } from '#domain/organization/invitation.ts';
import { invitationSchema, memberSchema, role } from '#wire/member.ts';
import { listOpenInvitations } from '#server/db/accounts/invitations.ts';
import { listMembers } from '#server/db/accounts/members.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

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
      roles: [...listManagedRoles(member.role)],
    };
  });
