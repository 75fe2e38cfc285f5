import { z } from 'zod';
import { admitsAddress } from '#domain/account/sign-up-rule.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { may } from '#domain/organization/role.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { role } from '#wire/member.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { enterMembership, listPersonOrganizations } from '#server/db/accounts/members.ts';
import { moveSession } from '#server/db/accounts/sessions.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import {
  findTestEnvironment,
  insertOrganization,
  lockOrganization,
  renameOrganization,
} from '#server/db/organizations/organizations.ts';
import { readSignUpAdmission } from '#server/organizations/first-account.ts';
import type { Services } from '#server/runtime/services.ts';
import { createSuspendedRefusal } from '#server/surface/credentials.ts';
import { type Actor, recordAction, recordActorAction, toActor } from '#server/trpc/administration.ts';
import { accountProcedure, adminProcedure, requireLive, sessionProcedure } from '#server/trpc/audience.ts';
import { addOrganization, FIRST_TEAM } from './bootstrap.ts';

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
 * is closed, or if an organization that they administer is suspended.
 */
export const makeOrganization = sessionProcedure
  .input(z.strictObject({ name: createRequiredLineSchema(LIMITS.nameMaxChars) }))
  .output(z.object({ organizationId: z.string() }))
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    if (session.singleSignOn)
      throw createRefusal('forbidden', { reason: 'single_sign_on' }, REFUSAL_MESSAGES.other_sign_in_needed);
    if (!admitsAddress(await readSignUpAdmission(services), session.user.email))
      throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.operator_only);
    await services.rates.login.take(audit.ipAddress ?? 'unknown');
    const userId = session.user.id;
    const own = await transaction(services.db, { userId }, (tx) => listPersonOrganizations(tx, userId));
    // What the operator suspended must not start again in another organization.
    if (own.some(({ role, suspendedAt }) => may(role, 'administer') && suspendedAt !== null))
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

/**
 * Moves the session into the organization's test environment. The first visit of an owner or administrator
 * creates it. It then has the same members in the same roles, which triggers keep in sync.
 */
export const enterTestMode = sessionProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx }) => {
    const { services, session } = ctx;
    const { id: live, testOf } = session.organization;
    if (testOf !== null) return DONE;
    await transaction(services.db, { organizationId: live }, async (tx) => {
      const found = await findTestEnvironment(tx, live);
      if (found === null && !may(session.role, 'administer')) throw createRefusal('forbidden');
      const organizationId = found ?? (await startTestMode(tx, services, toActor(ctx)));
      await addScope(tx, { organizationId });
      if (!(await enterMembership(tx, organizationId, session.user.id, services.clock())))
        throw createRefusal('unauthorized');
      await moveSession(tx, session.id, organizationId);
    });
    return DONE;
  });

/**
 * Creates the test environment of the transaction's organization, unless someone else has just created it.
 * Returns its identifier.
 */
async function startTestMode(tx: Transaction, services: Services, by: Actor): Promise<string> {
  const live = await lockOrganization(tx, by.organizationId);
  const found = await findTestEnvironment(tx, live.id);
  if (found !== null) return found;
  const environment = { id: services.newId('organization'), name: live.name };
  await recordActorAction(tx, services, by, { action: 'organization.test_mode_started', subject: live });
  await addScope(tx, { organizationId: environment.id });
  const team = { id: services.newId('team'), name: FIRST_TEAM };
  await insertOrganization(tx, { ...environment, testOf: live.id }, team, services.clock());
  const there = { ...by, organizationId: environment.id };
  await recordActorAction(tx, services, there, { action: 'organization.created', subject: environment });
  return environment.id;
}
