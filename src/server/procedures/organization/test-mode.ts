import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import { done, DONE } from '#wire/account.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { moveSession } from '#server/db/accounts/sessions.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import {
  findTestEnvironment,
  insertOrganization,
  lockOrganization,
} from '#server/db/organizations/organizations.ts';
import type { Services } from '#server/runtime/services.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';
import { toActor, recordActorAction, type Actor } from '#server/trpc/administration.ts';
import { FIRST_TEAM } from './bootstrap.ts';

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
