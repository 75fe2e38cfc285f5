import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { role } from '#wire/member.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { listPersonOrganizations } from '#server/db/accounts/members.ts';
import { lockOrganization, renameOrganization } from '#server/db/organizations/organizations.ts';
import { moveSession } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createSuspendedRefusal } from '#server/surface/standing/suspended.ts';
import { accountProcedure, adminProcedure, requireLive, sessionProcedure } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { addOrganization } from './bootstrap.ts';

/** Lists the person's organizations. */
export const listOwnOrganizations = accountProcedure
  .input(z.strictObject({}))
  .output(
    z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), role, isTest: z.boolean() })),
    }),
  )
  .query(async ({ ctx: { services, session } }) => {
    const userId = session.user.id;
    const rows = await transaction(services.db, { userId }, (tx) => listPersonOrganizations(tx, userId));
    return { items: rows.map(({ testOf, ...row }) => ({ ...row, isTest: testOf !== null })) };
  });

/**
 * Creates another organization owned by the person, and switches to it. Refuses with `forbidden` if sign-up
 * is closed, or if an organization that they own is suspended.
 */
export const makeOrganization = sessionProcedure
  .input(z.strictObject({ name: createRequiredLineSchema(LIMITS.nameMaxChars) }))
  .output(z.object({ organizationId: z.string() }))
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    if (session.singleSignOn)
      throw createRefusal('forbidden', { reason: 'single_sign_on' }, REFUSAL_MESSAGES.other_sign_in_needed);
    if (services.config.signup === 'closed')
      throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.operator_only);
    await services.rates.login.take(audit.ipAddress ?? 'unknown');
    const userId = session.user.id;
    const own = await transaction(services.db, { userId }, (tx) => listPersonOrganizations(tx, userId));
    // What the operator suspended must not start again in another organization.
    if (own.some(({ role, suspendedAt }) => role === 'owner' && suspendedAt !== null))
      throw createSuspendedRefusal();
    // Each organization has its own quotas, so the number of new ones is limited.
    await services.rates.organizations.take(userId);
    const organizationId = await addOrganization(services, session.user, input.name, audit);
    await transaction(services.db, null, (tx) => moveSession(tx, session.id, organizationId));
    return { organizationId };
  });

/** Renames the organization. Completed documents keep the name they were sealed with. */
export const renameOwnOrganization = adminProcedure
  .input(z.strictObject({ name: createRequiredLineSchema(LIMITS.nameMaxChars) }))
  .output(done)
  .mutation(async ({ ctx, input: { name } }) => {
    const { services, member } = ctx;
    requireLive(member);
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const { name: before } = await lockOrganization(tx, organizationId);
      if (before === name) return;
      await renameOrganization(tx, organizationId, name, services.clock());
      const subject = { id: organizationId, name };
      await recordAction(tx, ctx, { action: 'organization.renamed', subject, details: { from: before } });
    });
    return DONE;
  });
