import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import type { MembershipRules } from '#domain/organization/membership-rules.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { membershipRules } from '#wire/member.ts';
import {
  lockOrganization,
  readOrganization,
  updateMembershipRules,
} from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure, requireLive } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';

/** Returns what the organization requires of its members. */
export const getMembershipRules = adminProcedure
  .input(z.strictObject({}))
  .output(membershipRules)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const { membership } = await transaction(services.db, { organizationId }, (tx) =>
      readOrganization(tx, organizationId),
    );
    return { ...membership, domains: [...membership.domains] };
  });

/**
 * Changes what the organization requires of its members. Existing members stay. Only someone who signed in
 * with a second factor can require one, so that nobody locks themselves out.
 */
export const changeMembershipRules = adminProcedure
  .input(membershipRules.partial())
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, member, session } = ctx;
    requireLive(member);
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const { name, membership: before } = await lockOrganization(tx, organizationId);
      const after: MembershipRules = {
        requireSecondFactor: input.requireSecondFactor ?? before.requireSecondFactor,
        domains: input.domains === undefined ? before.domains : [...new Set(input.domains)].sort(),
      };
      if (after.requireSecondFactor && !before.requireSecondFactor && !session.hasSecondFactor)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.second_factor_first);
      const [from, to] = [describeRules(before), describeRules(after)];
      if (from === to) return;
      await updateMembershipRules(tx, organizationId, after, services.clock());
      const subject = { id: organizationId, name };
      await recordAction(tx, ctx, {
        action: 'organization.membership_rules_changed',
        subject,
        details: { from, to },
      });
    });
    return DONE;
  });

function describeRules({ requireSecondFactor, domains }: MembershipRules): string {
  const factor = requireSecondFactor ? 'second factor required' : 'no second factor required';
  return `${factor}; ${domains.length === 0 ? 'any domain' : domains.join(', ')}`;
}
