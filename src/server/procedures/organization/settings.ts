import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE } from '#wire/account.ts';
import { role } from '#wire/member.ts';
import { requiredLine } from '#wire/text.ts';
import { organizationsOf } from '#server/db/members.ts';
import { lockOrganization, renameOrganization } from '#server/db/organizations.ts';
import { moveSession } from '#server/db/sessions.ts';
import { within } from '#server/db/transaction.ts';
import { administering, attending } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { addOrganization } from './bootstrap.ts';

/** Lists the organizations that a person belongs to. */
export const listOwnOrganizations = attending
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), role })) }))
  .query(async ({ ctx: { world, session } }) => {
    const userId = session.user.id;
    return { items: await within(world.db, { userId }, (tx) => organizationsOf(tx, userId)) };
  });

/** Makes another organization, whose owner the person is, and goes there. `forbidden` where sign-up is closed. */
export const makeOrganization = attending
  .input(z.strictObject({ name: requiredLine(LIMITS.nameMaxChars) }))
  .output(z.object({ organizationId: z.string() }))
  .mutation(async ({ ctx: { world, session, audit }, input }) => {
    if (world.config.signup === 'closed')
      throw refusal('forbidden', undefined, 'Only the operator makes organizations on this server.');
    await world.rates.login.take(audit.ipAddress ?? 'unknown');
    const organizationId = await addOrganization(world, session.user, input.name, audit);
    await world.db.drizzle.transaction((tx) => moveSession(tx, session.id, organizationId));
    return { organizationId };
  });

/** Gives the organization another name. Documents that are complete keep the one they were sealed with. */
export const renameOwnOrganization = administering
  .input(z.strictObject({ name: requiredLine(LIMITS.nameMaxChars) }))
  .output(done)
  .mutation(async ({ ctx, input: { name } }) => {
    const { world, member } = ctx;
    const { organizationId } = member;
    await within(world.db, { organizationId }, async (tx) => {
      const { name: before } = await lockOrganization(tx, organizationId);
      if (before === name) return;
      await renameOrganization(tx, organizationId, name, world.clock());
      const subject = { id: organizationId, name };
      await recordAction(tx, ctx, { action: 'organization.renamed', subject, details: { from: before } });
    });
    return DONE;
  });
