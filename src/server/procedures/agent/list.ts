import { z } from 'zod';
import { may } from '#domain/organization/role.ts';
import { agentSchema } from '#wire/agent.ts';
import { listGrants } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/** Lists the agents that have access: a person's own, or all of the organization's for administrators. */
export const listAgents = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(agentSchema) }))
  .query(async ({ ctx: { services, member, session } }) => {
    const { organizationId } = member;
    const userId = may(session.role, 'administer') ? null : session.user.id;
    const grants = await transaction(services.db, { organizationId }, (tx) =>
      listGrants(tx, organizationId, userId),
    );
    return {
      items: grants.map(
        ({ id, clientName, redirectHost, scopes, asksFirst, userId: allowedBy, userName, ...times }) => ({
          id,
          clientName,
          redirectHost,
          scopes: [...scopes],
          asksFirst,
          allowedBy: { id: allowedBy, name: userName },
          createdAt: times.createdAt.toISOString(),
          lastUsedAt: times.lastUsedAt?.toISOString() ?? null,
        }),
      ),
    };
  });
