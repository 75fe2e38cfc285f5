import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { may } from '#domain/organization/role.ts';
import { pathId } from '#wire/text.ts';
import { endGrant, readGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/**
 * Ends an agent's access from its next request on. Members can end their own agents, and administrators can
 * end any.
 */
export const endAgent = sessionProcedure
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ ended: z.literal(true) }))
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member, session } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const grant = await readGrant(tx, organizationId, id);
      if (grant === null) throw createRefusal('not_found');
      // For a member, other people's agents don't exist.
      if (grant.userId !== session.user.id && !may(session.role, 'administer'))
        throw createRefusal('not_found');
      if (!(await endGrant(tx, id, 'person', services.clock()))) return;
      await recordAction(tx, ctx, { action: 'agent.ended', subject: { id, name: grant.clientName } });
    });
    return { ended: true as const };
  });
